"""What Alembic runs: the revisions asked for, on the connection of whoever asks, within their transaction."""

from alembic import context

from tournament.model import Table

context.configure(connection=context.config.attributes["connection"], target_metadata=Table.metadata)
with context.begin_transaction():
    context.run_migrations()
