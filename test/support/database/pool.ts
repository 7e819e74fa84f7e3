import pg from 'pg';

/**
 * A pool of connections to the database of a test. A pool has ended before the server has read so, and when the test then drops the database, the
 * server may end the connection by force: that is no error of the test.
 */
export function testPool(url: string, config: pg.PoolConfig = { max: 1 }): pg.Pool {
  const pool = new pg.Pool({ connectionString: url, ...config });
  pool.on('error', (error) => {
    if (!pool.ending) throw error;
  });
  return pool;
}
