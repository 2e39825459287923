"""Run by alembic inside the transaction that `judge/store/upgrade.py` has opened."""

from alembic import context

from judge.store.tables import Table

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=Table.metadata,
    render_as_batch=True,
    transactional_ddl=True,
)
context.run_migrations()
