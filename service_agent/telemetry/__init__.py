"""What operators watch: traces (OpenTelemetry), metrics (Prometheus), and the port that feeds both."""
