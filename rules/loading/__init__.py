"""Read and write rulesets as YAML, with the reasons for refusals."""
