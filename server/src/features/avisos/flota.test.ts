import type { Permiso, PermisoDinero } from '@flota/contract/core/access.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { aCarga, cargasPath } from '../../test/cargas.ts'
import { aPlan } from '../../test/mantenimientos.ts'
import { type DocumentosOffice, openDocumentosOffice, type PapelRow } from '../../test/openPapeles.ts'
import type { Client } from '../../test/testApp.ts'

// The classes combustible and mantenimiento (docs/contract/notices.md). The date is 20/11/2026, noon.

let office: DocumentosOffice
let truck: PapelRow
beforeEach(async () => {
  office = await openDocumentosOffice()
  truck = await office.createRecord('camiones')
})
afterEach(() => office.close())

const create = async (path: string, body: object) => {
  const answer = await office.admin.post(path, body)
  expect([answer.status, answer.body.error]).toEqual([201, undefined])
  return answer.body.data
}
const lectura = async (fecha: string, km: number, changes: object = {}) =>
  (await create('/api/lecturas', { camion_id: truck.id, fecha, km, ...changes })).id as number
const carga = async (changes: object) => (await create(cargasPath, aCarga(truck.id, changes))).id as number
const plan = async (changes: object) =>
  (await create('/api/planes', aPlan({ camiones: [truck.id], ...changes }))).planes[0]
const setTank = (tanque_gal: number | null) =>
  office.admin.put(`/api/camiones/${truck.id}/ficha`, { tanque_gal })

const avisos = async (clase: string, client: Client = office.admin) =>
  (await client.get(`/api/avisos?clase=${clase}`)).body.data
const textos = async (clase: string) => (await avisos(clase)).map(({ texto }: { texto: string }) => texto)
const resumen = async (client: Client = office.admin) => (await client.get('/api/avisos/resumen')).body.data
const usuario = (permisos: Permiso[], permisos_dinero: PermisoDinero[] = []) =>
  office.server.as({ rol: 'usuario', permisos, permisos_dinero })

test('combustible: names what is wrong with a carga, and the good reading before it', async () => {
  await setTank(60)
  await lectura('2026-11-12', 103_500)
  const id = await carga({ fecha: '2026-11-15', km: 103_499, galones: 64 })
  expect(await avisos('combustible')).toEqual([
    {
      id: `cargas-${id}`,
      clase: 'combustible',
      gravedad: 'aviso',
      texto: `${truck.placa}, 15/11/2026: el kilometraje es menor que 103,500 (12/11/2026); 64 galones en un tanque de 60`,
      entidad: 'camiones',
      entidad_id: truck.id,
      href: expect.any(String),
      fecha: '2026-11-15',
      dias: -5,
    },
  ])
  expect((await resumen()).combustible).toBe(1)
  await setTank(64.5)
  expect(await textos('combustible')).toEqual([
    `${truck.placa}, 15/11/2026: el kilometraje es menor que 103,500 (12/11/2026)`,
  ])
  await office.admin.put(`/api/movimientos/${id}/estado`, { estado: 'anulado', motivo: 'Se repitió' })
  expect([await avisos('combustible'), (await resumen()).combustible]).toEqual([[], 0])
})

test('combustible: RENDIMIENTO_BAJO has both figures', async () => {
  const km = [0, 350, 700, 1050, 1400, 1655].map((each) => 100_000 + each)
  for (const [day, each] of km.entries())
    await carga({ fecha: `2026-11-${10 + day}`, km: each, galones: day === 5 ? 50.125 : 50 })
  expect(await textos('combustible')).toEqual([`${truck.placa}, 15/11/2026: 5.09 km/gal, lo usual es 7.00`])
})

test('combustible: lecturas of the last 30 days, of trucks outside the bin', async () => {
  await lectura('2026-10-20', 100_000)
  await lectura('2026-10-20', 200_000)
  const id = await lectura('2026-10-21', 103_001)
  const texto = `${truck.placa}, 21/10/2026: el kilometraje salta desde 100,000 (20/10/2026)`
  expect(await avisos('combustible')).toEqual([
    expect.objectContaining({ id: `lecturas-${id}`, texto, fecha: '2026-10-21', dias: -30 }),
  ])
  const href = `/mostrar-camiones/${truck.id}`
  expect(await avisos('combustible', await usuario(['gestionar_catalogos']))).toMatchObject([{ href }])
  expect(await avisos('combustible', await usuario([], ['ver_dinero']))).toMatchObject([{ href: null }])
  await office.admin.delete(`/api/camiones/${truck.id}`)
  expect([await avisos('combustible'), (await resumen()).combustible]).toEqual([[], 0])
  await office.admin.post(`/api/papelera/camiones/${truck.id}/restaurar`)
  expect(await textos('combustible')).toEqual([texto])
  office.setClock('2026-11-21T00:00:00-06:00')
  expect(await textos('combustible')).toEqual([])
})

test('mantenimiento: says the part that stands worse', async () => {
  await lectura('2026-11-19', 100_000)
  const km = (falta: number) => ({ cada_km: 1000, desde_km: 99_000 + falta })
  const days = (dias: number) => ({ cada_dias: 365, desde_fecha: `2025-11-${20 + dias}` })
  const onlyKm = { cada_dias: null, desde_fecha: '2026-11-01' }
  const onlyDays = { cada_km: null, desde_km: null }
  const cases: [object, string, string?][] = [
    [{ ...km(400), ...onlyKm }, 'Faltan 400 km'],
    [{ ...km(1), ...onlyKm }, 'Falta 1 km'],
    [{ ...km(0), ...onlyKm }, 'Faltan 0 km'],
    [{ ...km(-350), ...onlyKm }, 'Se pasó por 350 km', 'aviso'],
    [{ ...km(-1234), ...onlyKm }, 'Se pasó por 1,234 km', 'aviso'],
    [{ ...km(-350), ...days(-3) }, 'Se pasó por 350 km', 'aviso'],
    [{ ...km(400), ...days(-3) }, 'Venció hace 3 días', 'aviso'],
    [{ ...km(900), ...days(-1) }, 'Venció ayer', 'aviso'],
    [{ ...km(400), ...days(0) }, 'Faltan 400 km'],
    [{ ...km(900), ...days(0) }, 'Vence hoy'],
    [{ ...onlyDays, ...days(1) }, 'Vence mañana'],
    [{ ...onlyDays, ...days(8) }, 'Vence en 8 días'],
    [{ ...days(8), desde_km: null }, 'Vence en 8 días'],
    [{ ...onlyKm, desde_km: null }, 'Falta el kilometraje del último servicio'],
  ]
  for (const [n, [changes]] of cases.entries()) await plan({ nombre: `Servicio ${n}`, ...changes })
  await plan({ ...km(501), ...onlyKm })
  await plan({ ...km(-1), ...onlyKm, activo: false })
  const found: { texto: string; gravedad: string }[] = await avisos('mantenimiento')
  const numberOf = ({ texto }: { texto: string }) => Number(/\d+/.exec(texto)?.[0])
  const sorted = found.toSorted((a, b) => numberOf(a) - numberOf(b))
  expect(sorted.map(({ texto, gravedad }) => [texto, gravedad])).toEqual(
    cases.map(([, part, gravedad = 'info'], n) => [`Servicio ${n} de ${truck.placa}: ${part}`, gravedad]),
  )
  expect((await resumen()).mantenimiento).toBe(cases.length)
})

test('mantenimiento: seen and postponed by holders of gestionar_catalogos alone', async () => {
  const { id } = await plan({ nombre: "Cambio d'aceite", cada_km: null, desde_km: null })
  const aviso = {
    id: `planes-${id}`,
    clase: 'mantenimiento',
    gravedad: 'info',
    texto: `Cambio d'aceite de ${truck.placa}: Vence en 8 días`,
    entidad: 'camiones',
    entidad_id: truck.id,
    href: expect.any(String),
    fecha: '2026-11-28',
    dias: 8,
  }
  const clerk = await usuario(['gestionar_catalogos'])
  const cashier = await usuario(['ver_rutas', 'editar_rutas'], ['ver_dinero', 'gestionar_dinero'])
  expect(await avisos('mantenimiento', clerk)).toEqual([aviso])
  expect(await resumen(clerk)).toMatchObject({ mantenimiento: 1, combustible: 0 })
  expect(await resumen(cashier)).not.toHaveProperty('mantenimiento')
  expect(await resumen(await usuario(['ver_rutas']))).not.toHaveProperty('combustible')
  const body = { hasta: '2026-11-25', motivo: 'Ya tiene cita' }
  const postpone = (by: Client, notice = aviso.id) => by.post(`/api/avisos/${notice}/posponer`, body)
  expect((await postpone(cashier)).status).toBe(403)
  expect((await postpone(clerk, 'planes-2000000')).status).toBe(404)
  expect((await postpone(clerk)).status).toBe(200)
  expect([await avisos('mantenimiento'), (await resumen()).mantenimiento]).toEqual([[], 0])
  const reading = await lectura('2026-11-10', 100_000)
  const wrong = await lectura('2026-11-11', 1)
  expect((await postpone(await usuario([], ['ver_dinero']), `lecturas-${wrong}`)).status).toBe(403)
  expect((await postpone(cashier, `lecturas-${reading}`)).status).toBe(404)
  expect((await postpone(cashier, `lecturas-${wrong}`)).status).toBe(200)
  expect(await avisos('combustible')).toEqual([])
  expect((await office.admin.get('/api/bitacora?tipo=avisos')).body.data[0]).toMatchObject({
    registro_id: truck.id,
    nombre: `${truck.placa}, 11/11/2026: el kilometraje es menor que 100,000 (10/11/2026)`,
  })
})
