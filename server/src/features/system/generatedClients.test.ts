import { execFile, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { copyFile, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createProgram } from '../../test/apiPrograms.ts'
import { openOffice, type RutaOffice } from '../../test/openOffice.ts'
import { readSheets } from '../../test/readXlsx.ts'

// Client programs built from GET /api/docs. Each runs in its own process against a real port.

const root = fileURLToPath(new URL('../../../../', import.meta.url))
const run = promisify(execFile)

let office: RutaOffice
let folder: string
let address: string
beforeAll(async () => {
  office = await openOffice()
  const app = office.server.startAnotherApp()
  app.addHook('preClose', async () => app.server.closeAllConnections())
  address = await app.listen({ port: 0, host: '127.0.0.1' })
  folder = await mkdtemp(join(tmpdir(), 'flota-clients-'))
})
afterAll(async () => {
  await office.close()
  await rm(folder, { recursive: true, force: true })
})

const strictConfig = {
  compilerOptions: {
    target: 'esnext',
    module: 'nodenext',
    lib: ['esnext', 'dom', 'dom.iterable'],
    types: ['node'],
    strict: true,
    noUncheckedIndexedAccess: true,
    erasableSyntaxOnly: true,
    verbatimModuleSyntax: true,
    allowImportingTsExtensions: true,
    skipLibCheck: true,
    noEmit: true,
  },
  include: ['*.ts', 'hey'],
}

const programs = ['openapiFetch', 'heyApi']

/** Fills the folder with the packages, the generated clients and the two programs. */
async function makeClients() {
  const inClients = (name: string) => fileURLToPath(new URL(`../../test/clients/${name}`, import.meta.url))
  await symlink(join(root, 'node_modules'), join(folder, 'node_modules'))
  await writeFile(join(folder, 'package.json'), JSON.stringify({ type: 'module' }))
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify(strictConfig))
  await writeFile(join(folder, 'docs.json'), await (await fetch(`${address}/api/docs`)).text())
  for (const each of programs) await copyFile(inClients(`${each}.txt`), join(folder, `${each}.ts`))
  await run(process.execPath, [inClients('generate.ts'), folder])
}

test('generated clients: compile strictly and work with a token', async () => {
  await makeClients()
  const compiled = await run(join(root, 'node_modules/.bin/tsc'), ['-p', folder]).catch(
    (error: unknown) => error,
  )
  expect(compiled).toMatchObject({ stdout: '' })
  const { username, token } = await createProgram(office, {
    permisos: ['ver_rutas', 'crear_rutas', 'editar_rutas', 'generar_reportes'],
  })
  for (const program of programs) {
    const { stdout } = await run(process.execPath, [
      join(folder, `${program}.ts`),
      address,
      token,
      `clave-${program}`,
    ])
    const output = JSON.parse(stdout)
    const [id] = output.ruta
    const { body } = await office.read(id)
    expect(output).toMatchObject({
      username,
      ruta: [id, id],
      listed: expect.arrayContaining([body.data.no_ruta]),
      sha256: createHash('sha256').update(Buffer.from(output.shown, 'hex')).digest('hex'),
      refused: [404, 'NO_ENCONTRADO'],
    })
    expect(body.data).toMatchObject({ destino: 'Xela', precio: 1250.5 })
    const archivos = (await office.admin.get(`/api/archivos?entidad=rutas&entidad_id=${id}`)).body.data
    expect(archivos).toMatchObject([{ nombre: 'puerta.jpg', sha256: output.sha256, subido_por: username }])
    const { rows } = await readSheets(Buffer.from(output.sheet, 'base64'))
    expect(rows[0]?.flat()).toContain(body.data.no_ruta)
  }
})

test('Traccar bridge: writes arrival and departure times of a truck', async () => {
  const { token } = await createProgram(office, { permisos: ['ver_rutas', 'editar_rutas'] })
  const { id, camion_placa } = await office.create()
  await office.put(id, { estado: 'En curso' })
  const text = await readFile(join(root, 'docs/operations/examples/traccar-bridge.mjs'), 'utf8')
  const fixedPort = ".listen(8099, '127.0.0.1')"
  expect(text).toContain(fixedPort)
  const anyPort = ".listen(0, '127.0.0.1', function () { console.log(this.address().port) })"
  await writeFile(join(folder, 'bridge.mjs'), text.replace(fixedPort, anyPort))
  const bridge = spawn(process.execPath, [join(folder, 'bridge.mjs')], {
    env: { FLOTA_API: `${address}/api`, FLOTA_TOKEN: token },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const exited = once(bridge, 'exit')
  try {
    const [port] = (await once(bridge.stdout, 'data')) as [Buffer]
    const sendEvent = async (type: string, geofence: string, name = camion_placa) => {
      const event = { type, eventTime: '2026-11-20T14:30:00.000+00:00', deviceId: 3 }
      const body = JSON.stringify({ event, device: { id: 3, name }, geofence: { id: 7, name: geofence } })
      const headers = { 'Content-Type': 'application/json' }
      return (await fetch(`http://127.0.0.1:${String(port).trim()}/`, { method: 'POST', headers, body }))
        .status
    }
    expect(await sendEvent('geofenceEnter', 'Taller')).toBe(204)
    const tiempos = async () => (await office.admin.get(`/api/rutas/${id}/expediente`)).body.data.tiempos
    expect(await sendEvent('deviceOnline', 'Carga Puerto Quetzal')).toBe(204)
    expect(await sendEvent('geofenceEnter', 'Carga Puerto Quetzal', 'C-000XXX')).toBe(204)
    expect(await tiempos()).toMatchObject({ llegada_carga: null, salida_carga: null })
    expect(await sendEvent('geofenceEnter', 'Carga Puerto Quetzal')).toBe(204)
    expect(await sendEvent('geofenceExit', 'Descarga Xela')).toBe(204)
    expect(await tiempos()).toMatchObject({
      llegada_carga: '2026-11-20T14:30:00.000Z',
      salida_carga: null,
      llegada_descarga: null,
      salida_descarga: '2026-11-20T14:30:00.000Z',
    })
  } finally {
    bridge.kill()
    await exited
  }
})

test('Traccar readings: posts the odometer of a truck once a day', async () => {
  const { token } = await createProgram(office, { permisos: ['gestionar_catalogos'] })
  const { id: ruta_id, camion_placa: placa } = await office.create()
  const { camion_id } = (await office.read(ruta_id)).body.data
  let metres = 100_500_400
  const traccar = createServer((request, response) => {
    const devices = [
      { id: 3, name: placa },
      { id: 4, name: 'C-000XXX' },
    ]
    const positions = devices.map(({ id }) => ({ deviceId: id, attributes: { totalDistance: metres } }))
    response.end(JSON.stringify(request.url === '/api/devices' ? devices : positions))
  }).listen(0, '127.0.0.1')
  await once(traccar, 'listening')
  const { port } = traccar.address() as AddressInfo
  const env = {
    FLOTA_API: `${address}/api`,
    FLOTA_TOKEN: token,
    TRACCAR_API: `http://127.0.0.1:${port}/api`,
    TRACCAR_TOKEN: 'x',
  }
  const example = join(root, 'docs/operations/examples/traccar-lecturas.mjs')
  try {
    expect(await run(process.execPath, [example], { env })).toMatchObject({ stderr: '' })
    metres += 9000
    expect(await run(process.execPath, [example], { env })).toMatchObject({ stderr: '' })
  } finally {
    traccar.close()
  }
  const { body } = await office.admin.get(`/api/camiones/${camion_id}/kilometraje`)
  expect(body.data).toMatchObject([{ origen: 'lectura', km: 100_500 }])
})

test('copy of changes: follows created, changed, deleted and restored rows', async () => {
  const { token } = await createProgram(office, { permisos: ['ver_rutas'] })
  const example = join(root, 'docs/operations/examples/cambios.mjs')
  const copyLists = async () => {
    const env = { FLOTA_API: `${address}/api`, FLOTA_TOKEN: token }
    expect(await run(process.execPath, [example, 'rutas', 'clientes'], { env, cwd: folder })).toMatchObject({
      stderr: '',
    })
    return JSON.parse(await readFile(join(folder, 'rutas.json'), 'utf8'))
  }
  const [kept, gone] = [await office.create(), await office.create()]
  const first = await copyLists()
  expect(first.filas[kept.id]).toMatchObject({ no_ruta: kept.no_ruta, version: 1, eliminado_en: null })
  expect(first.filas).toHaveProperty(String(gone.id))

  await office.put(kept.id, { no_ruta: kept.no_ruta, destino: 'Cobán', estado: 'En curso' })
  await office.admin.delete(`/api/rutas/${gone.id}`)
  const { id } = await office.create()
  const second = await copyLists()
  expect(second.filas[kept.id]).toMatchObject({ destino: 'Cobán', estado: 'En curso', version: 2 })
  expect(Object.keys(second.filas)).toEqual([
    ...Object.keys(first.filas).filter((each) => each !== String(gone.id)),
    String(id),
  ])
  expect(second.siguiente >= first.siguiente).toBe(true)

  await office.admin.post(`/api/papelera/rutas/${gone.id}/restaurar`)
  expect((await copyLists()).filas[gone.id]).toMatchObject({ version: 3, eliminado_en: null })
  const clientes = JSON.parse(await readFile(join(folder, 'clientes.json'), 'utf8'))
  expect(clientes.filas).toHaveProperty(String(office.references.cliente_id))
})
