import { chmodSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pages } from '@flota/contract/core/pages.ts'
import { connect, migrationTimeoutMs } from '@flota/server/platform/db/connect.ts'
import { findNullableColumns, setColumnNull } from '@flota/server/test/nullableColumns.ts'
import { type APIRequestContext, expect, type Page } from '@playwright/test'
import { aCrew, aRuta } from './rutas.ts'
import { addressIn, startScript } from './startScript.ts'
import { admin, aPiloto, createRecord, type Login, logIn, storageOf, test } from './support.ts'

// Sets every nullable column of all records to null: each screen must load and show no 'null' or 'undefined'.

const folder = mkdtempSync(join(tmpdir(), 'flota-nulos-'))
test.afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Starts a server whose database the test can reach. */
async function startCompany() {
  chmodSync(folder, 0o755)
  const { lines, stop } = startScript('scripts/e2eServer.ts', {
    TMPDIR: folder,
    ADMIN_USERNAME: admin.username,
    ADMIN_PASSWORD: admin.password,
  })
  for await (const line of lines) {
    const address = addressIn(line)
    if (address) return { address, stop }
  }
  throw new Error('Server exited before it printed its address')
}

/** Null in these columns would put every record into the bin, or hide a file. */
const keptColumns = ['eliminado_en', 'eliminado_por', 'terminado_en']

async function emptyAll() {
  const [data = ''] = readdirSync(folder)
  const db = connect(
    { host: join(folder, data, 'run'), user: 'postgres', database: 'flota' },
    () => undefined,
    1,
    migrationTimeoutMs,
  )
  try {
    const all = (await findNullableColumns(db)).filter(({ column }) => !keptColumns.includes(column))
    let emptied = 0
    // Check constraints reject null in some columns.
    for (const nullable of all) emptied += await setColumnNull(db, nullable).catch(() => 0)
    return emptied
  } finally {
    await db.close()
  }
}

/** Creates a record of each kind on the screens, with all fields of its form. */
async function records(request: APIRequestContext, login: Login) {
  const crew = await aCrew(request, login)
  const complete = { ayudante_id: crew.ayudante.id, comentario: 'Con cuidado', duracion_min: 90 }
  const ruta = await aRuta(request, login, crew, { ...complete, fecha: '2020-01-31' })
  const { hoy } = ((await (await request.get('/api/config')).json()) as { data: { hoy: string } }).data
  await aRuta(request, login, crew, { ...complete, fecha: hoy, estado: 'Entregado' })
  await aRuta(request, login, crew, { ...complete, fecha: hoy })
  const mantenimiento = await createRecord(request, login, '/api/mantenimientos', {
    camion_id: crew.camion.id,
    tipo: 'Correctivo',
    descripcion: 'Frenos',
    fecha_programada: '2026-01-02',
    fecha_realizada: '2026-01-03',
    kilometraje: 1000,
    costo: 50,
    taller: 'Central',
    estado: 'Completado',
  })
  await createRecord(request, login, '/api/tarifas', {
    cliente_id: crew.cliente.id,
    origen: 'Cobán',
    destino: 'Mixco',
    servicio: 'Flete',
    precio: 900,
    duracion_min: 60,
    vigente_desde: '2020-01-01',
    vigente_hasta: '2030-01-01',
  })
  const tipo = await createRecord(request, login, '/api/documento-tipos', {
    nombre: 'Póliza',
    aplica: 'camiones',
  })
  await createRecord(request, login, '/api/documentos', {
    tipo_id: tipo.id,
    entidad: 'camiones',
    entidad_id: crew.camion.id,
    numero: '7',
    emitido: '2025-01-01',
    vence: '2026-01-01',
    nota: 'Original',
  })
  await createRecord(request, login, '/api/restricciones', {
    nombre: 'Navidad',
    desde: '2026-12-24',
    hasta: '2026-12-25',
    nota: 'Todo el país',
  })
  return {
    chofer: crew.chofer.id,
    ayudante: crew.ayudante.id,
    cliente: crew.cliente.id,
    camion: crew.camion.id,
    mantenimiento: mantenimiento.id,
    ruta: ruta.id,
  }
}

const nonsense = /\b(null|undefined|NaN|Invalid Date|\[object Object\])\b/

const addressOf = (path: string, ids: Record<string, number>) =>
  path.replace(':id', String(Object.entries(ids).find(([word]) => path.includes(word))?.[1]))

/** Expects that the page has loaded everything without an error. */
async function expectWhole(page: Page, path: string) {
  await expect(page.getByRole('heading', { level: 1 }), path).toBeVisible()
  await page.waitForLoadState('networkidle')
  await expect(page.getByRole('alert'), path).toHaveCount(0)
  expect(await page.locator('body').innerText(), path).not.toMatch(nonsense)
}

test('every screen: shows records without optional values', async ({ browser, playwright }) => {
  const { address, stop } = await startCompany()
  try {
    const request = await playwright.request.newContext({ baseURL: address })
    const login = await logIn(request)
    const ids = await records(request, login)
    const piloto = await logIn(request, await aPiloto(request, login))
    await request.delete(`/api/rutas/${ids.ruta + 2}`, {
      headers: { Authorization: `Bearer ${login.token}` },
    })
    expect(await emptyAll()).toBeGreaterThan(20)
    for (const who of [login, piloto]) {
      const context = await browser.newContext({ baseURL: address, storageState: storageOf(address, who) })
      const page = await context.newPage()
      const errors: string[] = []
      page.on('pageerror', (error) => errors.push(error.message))
      for (const path of who === piloto ? ['/piloto-rutas'] : Object.keys(pages)) {
        if (['/login', '/', '/piloto-rutas'].includes(path) && who !== piloto) continue
        await page.goto(addressOf(path, ids))
        await expectWhole(page, path)
      }
      expect(errors).toEqual([])
      await context.close()
    }
    await request.dispose()
  } finally {
    await stop()
  }
})
