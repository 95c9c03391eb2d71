"""Which bots are retired. The times of matches have one more number from now on, a distribution."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    with op.batch_alter_table("run") as table:
        table.add_column(sa.Column("retired", sa.String, nullable=False, server_default="[]"))
