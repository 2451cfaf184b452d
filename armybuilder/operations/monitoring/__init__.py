"""How someone who runs the site sees how it does: logs, figures for Prometheus, errors for Sentry."""
