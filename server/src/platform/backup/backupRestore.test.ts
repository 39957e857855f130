import { existsSync } from 'node:fs'
import { cp, readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { findTotalDifferences } from '../../domain/trips/totals.ts'
import { findDefinitions } from '../../test/databaseDefinitions.ts'
import { createEmptyDatabase, findConnection } from '../../test/emptyDatabase.ts'
import { aCamion } from '../../test/factories.ts'
import { openOffice, type RutaOffice } from '../../test/openOffice.ts'
import { release100Database } from '../../test/release100.ts'
import {
  createBackupFolder,
  neverAborted,
  readContents,
  restoredContents,
  withoutTables,
} from '../../test/respaldo.ts'
import { fillRutas } from '../../test/rutas.ts'
import { withDedicatedConnection } from '../db/dedicatedConnection.ts'
import { migrate } from '../db/migrate.ts'
import { type Database, many, one, raw, run, sql } from '../db/sql.ts'
import { writeBackup } from './backup.ts'
import { readBackup, restoreBackup } from './restore.ts'

let office: RutaOffice
let folder: Awaited<ReturnType<typeof createBackupFolder>>
let target: Awaited<ReturnType<typeof createEmptyDatabase>>
let restored: Database
beforeAll(async () => {
  office = await openOffice()
  await fillRutas(office.server.db, { rutas: 2000, clientes: 20, camiones: 5, choferes: 5, ayudantes: 5 })
  await office.create({ comentario: 'con "comillas", \\barras\\, \ttabulador\ny línea', precio: '0.10' })
})
afterAll(() => office.close())
beforeEach(async () => {
  folder = await createBackupFolder()
  target = await createEmptyDatabase()
  restored = target.pool()
})
afterEach(async () => {
  await target.drop()
  await folder.remove()
})

const backupOf = async (db: Database, name = 'copia') => {
  const path = join(folder.path, name)
  const connection = await findConnection(db)
  await withDedicatedConnection(connection, neverAborted, (opened) => writeBackup(opened, path, '1.2.3'))
  return path
}
const restoreFrom = async (path: string) => {
  const read = await readBackup(path)
  return withDedicatedConnection(await findConnection(restored), neverAborted, (session) =>
    restoreBackup(session, read, async () => undefined),
  )
}
const findTables = () => many(restored, sql`select from pg_tables where schemaname = 'public'`)
const hasTables = async () => (await findTables()).length > 0

test('restoreBackup: restores every table except sessions and login attempts', async () => {
  const { db } = office.server
  await office.admin.delete(`/api/rutas/${(await office.create()).id}`)
  await run(db, sql`insert into intentos (username, direccion) values ('alguien', '203.0.113.5')`)
  await restoreFrom(await backupOf(db))
  const contents = await readContents(restored)
  expect(restoredContents(contents)).toEqual(restoredContents(await readContents(db)))
  expect([contents.sesiones, contents.intentos]).toEqual([[], []])
})

test('restoreBackup: recreates indexes and constraints and continues sequences', async () => {
  const { db } = office.server
  const { id } = await office.create()
  await restoreFrom(await backupOf(db))
  const shape = (database: Database) =>
    many(
      database,
      sql`select 'indice' as de, indexdef as que from pg_indexes where schemaname = 'public'
        union all
        select 'regla', format('%s %s %s', conrelid::regclass, contype, pg_get_constraintdef(oid)) || convalidated
        from pg_constraint where connamespace = 'public'::regnamespace
        order by 1, 2`,
    )
  expect(await shape(restored)).toEqual(await shape(db))
  const next = await one<{ id: number }>(restored, sql`select nextval('rutas_id_seq')::int as id`)
  expect(next?.id).toBe(id + 1)
})

test('writeBackup: takes a consistent snapshot during writes', async () => {
  const { db } = office.server
  const before = (await office.create()).id
  let writing = true
  const write = async () => {
    for (let n = 0; writing; n++) {
      const { id } = await office.create({ precio: `${n % 100}.25` })
      await office.put(id, { estado: 'En curso', precio: '7.75', no_ruta: `EN-${id}` })
    }
  }
  const writers = [write(), write(), write()]
  const path = await backupOf(db)
  writing = false
  await Promise.all(writers)
  const after = (await office.create()).id
  await restoreFrom(path)
  const has = async (id: number) => (await many(restored, sql`select from rutas where id = ${id}`)).length
  expect([await has(before), await has(after)]).toEqual([1, 0])
  expect(await findTotalDifferences(restored)).toEqual([])
  const torn = await many(
    restored,
    sql`select r.id from rutas r where r.id >= ${before} and r.estado is distinct from (
      select h.estado_nuevo from rutas_historial h where h.ruta_id = r.id order by h.id desc limit 1)`,
  )
  expect(torn).toEqual([])
})

test('restoreBackup: migrates a backup of release 1.0.0', async () => {
  const old = await release100Database()
  await restoreFrom(await backupOf(old.db))
  await migrate(old.db)
  const kept = async (db: Database) => withoutTables(restoredContents(await readContents(db)), 'migraciones')
  expect(await kept(restored)).toEqual(await kept(old.db))
  expect(await findDefinitions(restored)).toEqual(await findDefinitions(old.db))
  const rows = (db: Database) =>
    many(db, sql`select version, nombre, ahora from migraciones order by version`)
  expect(await rows(restored)).toEqual(await rows(old.db))
  await old.drop()
})

test('restoreBackup: works as the database’s owner without other privileges', async () => {
  const path = await backupOf(office.server.db)
  const { database, ...connection } = await findConnection(restored)
  const owner = `duena_${database.slice(-12)}`
  await run(restored, raw(`create role ${owner} login`))
  await run(restored, raw(`alter database ${database} owner to ${owner}`))
  await run(restored, raw(`alter schema public owner to ${owner}`))
  await run(restored, raw('create extension pg_trgm'))
  const read = await readBackup(path)
  await withDedicatedConnection({ ...connection, database, user: owner }, neverAborted, (session) =>
    restoreBackup(session, read, async () => undefined),
  )
  expect(restoredContents(await readContents(restored))).toEqual(
    restoredContents(await readContents(office.server.db)),
  )
  expect(await findDefinitions(restored)).toEqual(await findDefinitions(office.server.db))
  await run(restored, raw(`reassign owned by ${owner} to postgres`))
  await run(restored, raw(`drop owned by ${owner}`))
  await run(restored, raw(`drop role ${owner}`))
})

describe('restoreBackup: rejects in one line before any write', () => {
  let whole: string
  beforeEach(async () => {
    whole = await backupOf(office.server.db, 'entera')
  })
  const expectRefused = async (path: string, reason: RegExp) => {
    await expect(restoreFrom(path)).rejects.toThrow(reason)
    expect(await hasTables()).toBe(false)
  }
  test('a missing folder, or one without a manifest', async () => {
    await expectRefused(join(folder.path, 'nada'), /^No hay un respaldo completo[^\n]+$/)
    await rm(join(whole, 'manifest.json'))
    await expectRefused(whole, /^No hay un respaldo completo[^\n]+$/)
  })
  test('a file of which one byte is another, is missing, or is short', async () => {
    for (const name of await readdir(whole)) {
      const path = join(folder.path, `volteado-${name}`)
      await cp(whole, path, { recursive: true })
      const bytes = await readFile(join(path, name))
      const at = bytes.length >> 1
      bytes[at] = (bytes[at] ?? 0) ^ 1
      await writeFile(join(path, name), bytes)
      await expectRefused(path, /^El respaldo de [^\n]+ está dañado[^\n]+$/)
    }
    await truncate(join(whole, 'rutas.copy.zst'), 100)
    await expectRefused(whole, /está dañado \(rutas.copy.zst\)/)
    await rm(join(whole, 'rutas.copy.zst'))
    await expectRefused(whole, /está dañado \(rutas.copy.zst\)/)
  })

  test('a backup from before release 1.0.0', async () => {
    const old = await release100Database()
    await run(old.db, sql`delete from migraciones where version = 41`)
    await expectRefused(
      await backupOf(old.db, 'anterior'),
      /^El respaldo de [^\n]+anterior es de una versión anterior a la 1\.0\.0[^\n]+$/,
    )
    await old.drop()
  })

  test('a database that is not empty', async () => {
    await run(restored, raw('create schema ajeno'))
    await run(restored, raw('create table ajeno.algo (x int)'))
    await expect(restoreFrom(whole)).rejects.toThrow(/^La base de datos de DATABASE_URL no está vacía[^\n]+$/)
    expect(await hasTables()).toBe(false)
  })
})

test('restoreBackup and writeBackup: leave nothing behind when they fail', async () => {
  const path = await backupOf(office.server.db)
  const read = await readBackup(path)
  const failing = withDedicatedConnection(await findConnection(restored), neverAborted, (session) =>
    restoreBackup(session, read, () => Promise.reject(new Error('a la mitad'))),
  )
  await expect(failing).rejects.toThrow('a la mitad')
  await expect.poll(hasTables).toBe(false)

  const interrupted = new AbortController()
  const other = join(folder.path, 'otra')
  const cut = withDedicatedConnection(
    await findConnection(office.server.db),
    interrupted.signal,
    (session) => {
      const copyOut: typeof session.copyOut = (...args) => {
        if (args[0].startsWith('copy rutas ')) interrupted.abort()
        return session.copyOut(...args)
      }
      return writeBackup({ ...session, copyOut }, other, '1.2.3')
    },
  )
  await expect(cut).rejects.toThrow(/Connection terminated|closed/)
  expect(existsSync(other)).toBe(false)
  expect(await readdir(folder.path)).toEqual(['copia'])
})

test('restoreBackup: restores the comment that marks a demonstration', async () => {
  const comment = sql`select obj_description('usuarios'::regclass) as text`
  await run(office.server.db, raw("comment on table usuarios is 'Usuarios de la demostración: ''admin'''"))
  await restoreFrom(await backupOf(office.server.db))
  await run(office.server.db, raw('comment on table usuarios is null'))
  expect(await one(restored, comment)).toEqual({ text: "Usuarios de la demostración: 'admin'" })
})

test('app: serves a restored database', async () => {
  await restoreFrom(await backupOf(office.server.db))
  const app = office.server.startAnotherApp({ db: restored })
  const old = office.server.clientOf(app, office.admin.token)
  expect((await old.get('/api/camiones')).status).toBe(401)
  await run(
    restored,
    sql`insert into sesiones select digest, id from (select id, sha256(${office.admin.token}::text::bytea) as digest
      from usuarios where id = ${office.admin.userId}) s`,
  )
  expect((await old.post('/api/camiones', aCamion())).status).toBe(201)
})

test('writeBackup: rejects a database without this program’s tables', async () => {
  await expect(backupOf(restored)).rejects.toThrow(/^La base de datos no tiene datos de este programa\.$/)
})
