"""Monitoring: logs, metrics for Prometheus, errors for Sentry."""
