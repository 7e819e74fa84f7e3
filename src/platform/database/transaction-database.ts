import type { EntityManager } from '@mikro-orm/postgresql';
import { CompiledQuery, type ControlledTransaction } from 'kysely';
import type { Sql } from '../../kernel/sql.ts';
import type { Database } from './database.ts';

/** Statements on the connection of the entity manager's transaction. */
export const transactionDatabase = (em: EntityManager): Database => Object.freeze({
  async rows<Row extends object>(statement: Sql): Promise<Row[]> {
    const { text, values } = statement.render();
    const transaction = em.getTransactionContext<ControlledTransaction<unknown>>();
    if (!transaction) throw new Error('The entity manager is not in a transaction.');
    const result = await transaction.executeQuery<Row>(CompiledQuery.raw(text, values));
    return result.rows;
  },
});
