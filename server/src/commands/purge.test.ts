import { afterAll, beforeAll, expect, test } from 'vitest'
import { deleteUnfinishedUploads } from '../features/archivos/cleanupJob.ts'
import { lock, many, run, sql } from '../platform/db/sql.ts'
import { FolderStore, hashPath } from '../platform/store/FolderStore.ts'
import { addFile, aFile, filesIn, statusAndMessage } from '../test/archivos.ts'
import { openOffice, type RutaOffice } from '../test/openOffice.ts'
import { startCommand } from '../test/program.ts'
import { findDatabaseUrl } from '../test/respaldo.ts'

// npm run purge.

let office: RutaOffice
let ofRuta: string
beforeAll(async () => {
  office = await openOffice()
  ofRuta = await aRecord()
})
afterAll(() => office.close())

const aRecord = async () => `/api/archivos?entidad=rutas&entidad_id=${(await office.create()).id}`
const add = async (bytes: Buffer, url = ofRuta) =>
  (await addFile(office.admin, `${url}&nombre=puerta.jpg`, bytes)) as { id: number; sha256: string }

/** Adds a file that was deleted this many days ago. */
async function deleted(bytes: Buffer, days: number) {
  const archivo = await add(bytes)
  expect((await office.admin.delete(`/api/archivos/${archivo.id}`)).status).toBe(200)
  await run(
    office.server.db,
    sql`update archivos set eliminado_en = now() - make_interval(days => ${days}, mins => 1) where id = ${archivo.id}`,
  )
  return archivo
}

const startPurge = async (...words: string[]) => {
  const env = {
    DATABASE_URL: await findDatabaseUrl(office.server.db),
    ARCHIVOS_DIR: office.server.archivosDir,
  }
  return startCommand('purge', words, env)
}
const purge = async (...words: string[]) => {
  const { code, stdout, stderr } = await (await startPurge(...words)).ended
  return [code, stdout, stderr]
}
const binned = async () =>
  (await office.admin.get('/api/papelera?porPagina=100')).body.data
    .filter(({ tipo }: { tipo: string }) => tipo === 'archivos')
    .map(({ id }: { id: number }) => id)
const rowsOfLog = () =>
  many(
    office.server.db,
    sql`select accion, tipo, registro_id, nombre, usuario_id, usuario, cambios, motivo
      from bitacora where motivo = 'purga' order by id`,
  )

test.each([
  [],
  ['--prueba'],
  ['--dias'],
  ['--dias', '29'],
  ['--dias', '-90'],
  ['--dias', '90.5'],
  ['--dias', 'todos'],
  ['--dias', '90', 'ya'],
  ['--dias', '90', '--todo'],
])('purge %j: exits with 1 and one line', async (...words) => {
  const [code, stdout, stderr] = await purge(...words)
  expect([code, stdout]).toEqual([1, ''])
  expect(stderr).toMatch(/^Uso: npm run purge -- --dias 90 \[--prueba\], o --notas USUARIO \[--prueba\].*\n$/)
})

test('purge: deletes files that were in the bin longer, and bytes that no other row references', async () => {
  const [alone, twice, shared] = [aFile('jpg', 1_000_000), aFile('jpg', 500_000), aFile('jpg', 3_000_000)]
  const gone = [await deleted(alone, 90), await deleted(twice, 91), await deleted(twice, 400)]
  gone.push(await deleted(shared, 120))
  const live = await add(shared)
  const young = await deleted(aFile(), 89)
  const record = await aRecord()
  const hidden = await add(aFile(), record)
  await office.admin.delete(`/api/rutas/${record.split('=').at(-1)}`)
  const before = [await binned(), filesIn(office.server.archivosDir)]

  expect(await purge('--dias', '90', '--prueba')).toEqual([
    0,
    'Se quitarían 4 archivos y se liberarían 1.5 MB.\n',
    '',
  ])
  expect([await binned(), filesIn(office.server.archivosDir)]).toEqual(before)
  expect(await rowsOfLog()).toEqual([])

  expect(await purge('--dias', '90')).toEqual([0, 'Se quitaron 4 archivos y se liberaron 1.5 MB.\n', ''])
  expect(await binned()).toEqual([young.id])
  expect(filesIn(office.server.archivosDir)).toEqual(
    [live, young, hidden].map(({ sha256 }) => hashPath(sha256)).toSorted(),
  )
  expect(await rowsOfLog()).toEqual(
    gone.map(({ id }) => ({
      accion: 'eliminar',
      tipo: 'archivos',
      registro_id: id,
      nombre: 'puerta.jpg',
      usuario_id: null,
      usuario: null,
      cambios: {},
      motivo: 'purga',
    })),
  )
  for (const { id } of gone)
    expect((await office.admin.post(`/api/papelera/archivos/${id}/restaurar`)).status).toBe(404)
  expect(statusAndMessage(await office.admin.get(`/api/archivos/${live.id}/contenido`))[0]).toBe(200)
  expect((await office.admin.post(`/api/papelera/archivos/${young.id}/restaurar`)).status).toBe(200)

  expect(await purge('--dias', '90')).toEqual([
    0,
    'Ningún archivo lleva más de 90 días en la papelera.\n',
    '',
  ])
})

test('purge --notas: deletes a user\u2019s notes but the newest 200 of each trip, and keeps changes of state', async () => {
  const { id } = await office.create()
  const { userId } = await office.server.as({ rol: 'piloto', username: 'julio.piloto' })
  await run(
    office.server.db,
    sql`insert into rutas_historial (ruta_id, estado_anterior, estado_nuevo, comentario, usuario_id)
      select ${id}, 'Pendiente', case n when 3 then 'En curso' else 'Pendiente' end, n::text, ${userId}
      from generate_series(1, 6001) n`,
  )
  expect(await purge('--notas', 'julio.piloto', '--prueba')).toEqual([
    0,
    'Se quitarían 5,800 notas de julio.piloto.\n',
    '',
  ])
  expect(await purge('--notas', 'julio.piloto')).toEqual([
    0,
    'Se quitaron 5,800 notas de julio.piloto.\n',
    '',
  ])
  const { data, paginacion } = (await office.admin.get(`/api/rutas/${id}/historial?pagina=3`)).body
  expect(paginacion.total).toBe(202)
  expect(data).toMatchObject([{ comentario: '3', estado_nuevo: 'En curso' }, { estado_anterior: null }])
  expect(await purge('--notas', 'julio.piloto')).toEqual([0, 'Se quitaron 0 notas de julio.piloto.\n', ''])
  const logged = sql`select from bitacora where registro_id = ${id} and motivo like 'purga: % notas'`
  expect(await many(office.server.db, logged)).toHaveLength(2)
})

test('cleanup job: deletes row and bytes when a purge was killed between them', async () => {
  const { id, sha256 } = await deleted(aFile(), 90)
  const unfinished = sql`select from archivos where id = ${id} and terminado_en is null`
  // The lock on the hash stops the purge before it deletes the bytes.
  await office.server.db.transaction(async (tx) => {
    await lock(tx, `archivo ${sha256}`)
    const { child, ended } = await startPurge('--dias', '90')
    await expect.poll(() => many(office.server.db, unfinished), { timeout: 20_000 }).toHaveLength(1)
    child.kill('SIGKILL')
    await ended
  })
  expect(filesIn(office.server.archivosDir)).toContain(hashPath(sha256))

  await run(
    office.server.db,
    sql`update archivos set creado_en = now() - interval '25 hours' where id = ${id}`,
  )
  await deleteUnfinishedUploads(office.server.db, new FolderStore(office.server.archivosDir))
  expect(filesIn(office.server.archivosDir)).not.toContain(hashPath(sha256))
  expect(await many(office.server.db, sql`select from archivos where id = ${id}`)).toEqual([])
})
