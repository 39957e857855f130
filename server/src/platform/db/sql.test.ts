import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { createEmptyDatabase } from '../../test/emptyDatabase.ts'
import { type Database, many, one, prepared, raw, run, sql } from './sql.ts'

let database: Awaited<ReturnType<typeof createEmptyDatabase>>
let db: Database
beforeAll(async () => {
  database = await createEmptyDatabase()
  db = database.pool()
  await db.query(raw('create table cuentas (id int primary key, saldo int not null)'))
  await db.query(raw('insert into cuentas values (1, 0), (2, 0)'))
})
afterAll(() => database.drop())

const saldo = async (id: number) =>
  (await one<{ saldo: number }>(db, sql`select saldo from cuentas where id = ${id}`))?.saldo

describe('value from the database', () => {
  test.each([
    ['date', `'2026-11-20'::date`, '2026-11-20'],
    ['date before the first', `'0044-03-15'::date`, '0044-03-15'],
    ['time', `'07:05:00'::time`, '07:05:00'],
    ['timestamptz', `'2026-11-20 18:30:15.25-06'::timestamptz`, '2026-11-21T00:30:15.250Z'],
    ['numeric', `99999999.99::numeric(10,2)`, 99_999_999.99],
    ['numeric with zeros', `5.50::numeric(10,2)`, 5.5],
    ['int8', `4503599627370497::int8`, 4_503_599_627_370_497],
    ['count', `(select count(*) from cuentas)`, 2],
    ['sum', `(select sum(n) from (values (0.1), (0.2)) v(n))`, 0.3],
    ['int4', `7::int4`, 7],
    ['bool', 'true', true],
    ['null', 'null::date', null],
    ['smallint[]', `'{4,5}'::smallint[]`, [4, 5]],
    ['json', `'{"a":1}'::json`, { a: 1 }],
  ])('%s is what the wire has', async (_type, expression, value) => {
    expect((await one<{ v: unknown }>(db, raw(`select ${expression} as v`)))?.v).toEqual(value)
    expect((await one<{ v: unknown }>(db, prepared(raw(`select ${expression} as v`))))?.v).toEqual(value)
  })

  test('does not depend on the time zone of machine or server', async () => {
    const row = await one<{ zone: string; day: string }>(
      db,
      sql`select current_setting('TimeZone') as zone, '2026-11-20 23:30:00Z'::timestamptz::date as day`,
    )
    expect(row).toEqual({ zone: 'UTC', day: '2026-11-20' })
  })

  test('is acknowledged only when it is on disk', async () => {
    const row = await one<{ v: string }>(db, sql`select current_setting('synchronous_commit') as v`)
    expect(row?.v).toBe('on')
  })
})

describe('value into the database', () => {
  test('is never part of the statement', async () => {
    const odd = `'; drop table cuentas; -- $1 \\ "`
    expect(await one(db, sql`select ${odd}::text as v`)).toEqual({ v: odd })
    expect(await run(db, sql`update cuentas set saldo = saldo where id = ${1}`)).toBe(1)
  })
})

describe('transaction', () => {
  test('commits all of its work or nothing', async () => {
    await expect(
      db.transaction(async (tx) => {
        await run(tx, sql`update cuentas set saldo = 100 where id = 1`)
        throw new Error('a mitad')
      }),
    ).rejects.toThrow('a mitad')
    expect(await saldo(1)).toBe(0)
    const result = await db.transaction(async (tx) => {
      await run(tx, sql`update cuentas set saldo = 1 where id = 1`)
      return 'hecho'
    })
    expect([result, await saldo(1)]).toEqual(['hecho', 1])
  })

  test('throws at the commit when a failed statement was caught', async () => {
    const work = db.transaction(async (tx) => {
      await run(tx, sql`update cuentas set saldo = 77 where id = 1`)
      await tx.query(raw('select 1 / 0')).catch(() => undefined)
    })
    await expect(work).rejects.toThrow('failed')
    expect(await saldo(1)).not.toBe(77)
  })

  test('releases its connection after success and error', async () => {
    const small = database.pool(1)
    for (let i = 0; i < 5; i++) {
      await small.transaction((tx) => tx.query(raw('select 1 / 0'))).catch(() => undefined)
      await small.transaction(() => Promise.reject(new Error('no'))).catch(() => undefined)
    }
    expect(await one(small, sql`select 1 as v`)).toEqual({ v: 1 })
  })
})

describe('queries', () => {
  const give = (id: number, n: number) =>
    prepared(sql`update cuentas set saldo = saldo + ${n} where id = ${id} returning saldo`)
  const both = prepared(sql`select sum(saldo)::int as suma from cuentas`)

  test('runs each statement after the one before and returns the rows of each', async () => {
    await run(db, sql`update cuentas set saldo = 0`)
    expect(await db.queries([both, give(1, 3), raw('select 7 as n where false'), both])).toEqual([
      [{ suma: 0 }],
      [{ saldo: 3 }],
      [],
      [{ suma: 3 }],
    ])
  })

  test('rolls all back after an error and leaves nothing on the connection', async () => {
    const before = await saldo(1)
    for (let again = 0; again < 3; again++) {
      const wrong = [give(1, 5), sql`insert into cuentas values (1, ${again})`, give(2, 5)]
      await expect(db.queries(wrong)).rejects.toMatchObject({ code: '23505' })
      await expect(
        db.queries([sql`select set_config('flota.prueba', 'x', true)`, raw('nonsense')]),
      ).rejects.toThrow('syntax error')
    }
    expect(await saldo(1)).toBe(before)
    expect(await one(db, sql`select coalesce(current_setting('flota.prueba', true), '') as v`)).toEqual({
      v: '',
    })
    expect(await db.queries([give(1, 1), give(1, -1)])).toHaveLength(2)
  })

  test('joins an open transaction', async () => {
    const before = await saldo(1)
    const broken = db.transaction(async (tx) => {
      await tx.queries([give(1, 5), give(2, 5)])
      throw new Error('changed its mind')
    })
    await expect(broken).rejects.toThrow('changed its mind')
    expect(await saldo(1)).toBe(before)
  })

  test('is retried as a whole after a deadlock', async () => {
    const before = [(await saldo(1)) ?? 0, (await saldo(2)) ?? 0]
    await Promise.all(
      Array.from({ length: 6 }, (_, i) =>
        db.queries(i % 2 ? [give(1, 1), give(2, 1)] : [give(2, 1), give(1, 1)]),
      ),
    )
    expect([await saldo(1), await saldo(2)]).toEqual(before.map((n) => n + 6))
  })
})

describe('prepared statement', () => {
  const all = prepared(sql`select * from cosas where id = ${1}`)
  beforeAll(async () => {
    await db.query(raw('create table cosas (id int primary key)'))
    await db.query(raw('insert into cosas values (1)'))
    for (let i = 0; i < 8; i++) await many(db, all)
  })

  test('sees an altered table on every connection', async () => {
    await Promise.all(Array.from({ length: 16 }, () => many(db, all)))
    await db.query(raw("alter table cosas add nombre text default 'a'"))
    for (let i = 0; i < 20; i++) expect(await one(db, all)).toEqual({ id: 1, nombre: 'a' })
    await Promise.all(Array.from({ length: 16 }, () => many(db, all)))
    await db.query(raw('alter table cosas drop nombre'))
    await db.transaction(async (tx) => {
      expect(await one(tx, sql`select 1 as v`)).toEqual({ v: 1 })
      expect(await one(tx, all)).toEqual({ id: 1 })
    })
  })

  test('is prepared again when the connection has lost it', async () => {
    const small = database.pool(1)
    await many(small, all)
    await small.query(raw('deallocate all'))
    expect(await one(small, all)).toEqual({ id: 1 })
  })

  test('fails a snapshot only once when the connection has lost it', async () => {
    const small = database.pool(1)
    const read = () =>
      Array.fromAsync(
        small.snapshot(async function* (tx) {
          yield await one(tx, all)
        }),
      )
    await read()
    await small.query(raw('deallocate all'))
    await expect(read()).rejects.toThrow('does not exist')
    expect(await read()).toEqual([{ id: 1 }])
  })

  test('gets a name only up to a maximum', async () => {
    // A fresh module, so that the names of other tests stay free.
    vi.resetModules()
    const own = await import('./sql.ts')
    const texts = Array.from({ length: 300 }, (_, i) => own.prepared(raw(`select ${i} as v`)))
    expect(texts.filter((statement) => 'name' in statement)).toHaveLength(256)
    expect(await many(db, texts[299] ?? sql`select`)).toEqual([{ v: 299 }])
  })
})

describe('deadlock', () => {
  /** Two callers take two locks in opposite order, each after the other has its first. */
  const both = () => {
    let arrived = 0
    let open: () => void = () => undefined
    const together = new Promise<void>((resolve) => {
      open = resolve
    })
    return async () => {
      if (++arrived === 2) open()
      await together
    }
  }

  test('is retried by the transaction that PostgreSQL aborted', async () => {
    await db.query(raw('update cuentas set saldo = 0'))
    const meet = both()
    let tries = 0
    const add = (first: number, second: number) =>
      db.transaction(async (tx) => {
        tries++
        await run(tx, sql`update cuentas set saldo = saldo + 1 where id = ${first}`)
        await meet()
        await run(tx, sql`update cuentas set saldo = saldo + 1 where id = ${second}`)
      })
    await Promise.all([add(1, 2), add(2, 1)])
    expect([await saldo(1), await saldo(2)]).toEqual([2, 2])
    expect(tries).toBeGreaterThan(2)
  })

  test('is retried for a single statement', async () => {
    await db.query(raw('update cuentas set saldo = 0'))
    await db.query(
      raw(`create function suma_lenta(uno int, otro int) returns void language plpgsql as $$ begin
        update cuentas set saldo = saldo + 1 where id = uno;
        perform pg_advisory_lock_shared(uno);
        while (select count(*) from pg_locks where locktype = 'advisory' and objid in (1, 2)) < 2
            and (select sum(saldo) from cuentas) < 2 loop perform pg_sleep(0.01); end loop;
        update cuentas set saldo = saldo + 1 where id = otro;
      end $$`),
    )
    await Promise.all([many(db, sql`select suma_lenta(1, 2)`), many(db, sql`select suma_lenta(2, 1)`)])
    expect([await saldo(1), await saldo(2)]).toEqual([2, 2])
  })
})
