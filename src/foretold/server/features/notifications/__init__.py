"""Notifications by Web Push and webhooks."""
