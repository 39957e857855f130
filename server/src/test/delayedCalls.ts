import { addDays, todayIn } from '@flota/contract/dates.ts'
import { rolId } from '@flota/contract/permisos.ts'
import { aFile, sendFile } from './archivos.ts'
import { type At, call, type Late } from './delayedCall.ts'
import { lostCalls } from './delayedFactorCalls.ts'
import { aCamion, aChofer, aPersona, aRuta } from './factories.ts'
import { bring, csv } from './importar.ts'
import { aMantenimiento } from './mantenimientos.ts'
import { insertRuta } from './rutas.ts'
import type { Client } from './testApp.ts'
import { aPassword } from './users.ts'
import { aUsuario } from './usuarios.ts'

// Calls that write, to be made when they may no longer be.

/** Of the own account; of a session that there is not, for the present one may end itself to the last. */
export const ownCalls = [
  call('POST /api/auth/password', 0, { actual: aPassword, nueva: 'Otra-clave-de-7' }),
  call('POST /api/auth/segundo-factor', 0, { actual: aPassword }),
  call('DELETE /api/auth/sesiones', 0),
  call('PUT /api/auth/correo', 0, { correo: 'jefa@empresa.gt' }),
  call('DELETE /api/auth/sesiones/:id', 2_000_000_000),
]

const made = async ({ admin }: At, path: string, body: unknown) =>
  (await admin.post(path, body)).body.data.id as number
const forms = { choferes: aChofer, ayudantes: aPersona, clientes: aPersona, camiones: aCamion }

const upload = (line: string, url: string): Late => ({
  line,
  make: (by) => sendFile(by, url, aFile()),
})

async function catalogueCalls(at: At): Promise<Late[]> {
  const all: Late[] = []
  for (const [name, form] of Object.entries(forms)) {
    const path = `/api/${name}`
    all.push(
      call(`POST ${path}`, 0, form()),
      call(`PUT ${path}/:id`, await made(at, path, form()), form()),
      call(`DELETE ${path}/:id`, await made(at, path, form())),
    )
  }
  return all
}

async function paperCalls(at: At): Promise<Late[]> {
  const tipo = () => ({ nombre: crypto.randomUUID(), aplica: 'choferes' })
  const types = '/api/documento-tipos'
  const tipo_id = await made(at, types, tipo())
  const chofer = () => made(at, '/api/choferes', aChofer({ vencimiento: '2020-01-01' }))
  const paper = async () => ({ tipo_id, entidad: 'choferes', entidad_id: await chofer() })
  const aPaper = async () => made(at, '/api/documentos', await paper())
  const hasta = addDays(todayIn('America/Guatemala', Date.now()), 2)
  return [
    call(`POST ${types}`, 0, tipo()),
    call(`PUT ${types}/:id`, await made(at, types, tipo()), tipo()),
    call(`DELETE ${types}/:id`, await made(at, types, tipo())),
    call('POST /api/documentos', 0, await paper()),
    call('PUT /api/documentos/:id', await aPaper(), {}),
    call('DELETE /api/documentos/:id', await aPaper()),
    call('POST /api/documentos/:id/renovar', await aPaper(), {}),
    call('POST /api/avisos/:id/posponer', `choferes-${await chofer()}`, { hasta, motivo: 'Ya viene' }),
  ]
}

async function planCalls(at: At): Promise<Late[]> {
  const restriccion = () => ({ nombre: 'Feriado', desde: '2026-12-24', hasta: '2026-12-25' })
  const tarifa = () => ({
    origen: crypto.randomUUID(),
    destino: 'Cobán',
    precio: 1,
    vigente_desde: '2026-01-01',
  })
  const kept = async (path: string, values: () => object) => [
    call(`POST ${path}`, 0, values()),
    call(`PUT ${path}/:id`, await made(at, path, values()), values()),
    call(`DELETE ${path}/:id`, await made(at, path, values())),
  ]
  return [
    call('PUT /api/ajustes', 0, { nit: '123' }),
    ...(await kept('/api/restricciones', restriccion)),
    ...(await kept('/api/tarifas', tarifa)),
    call('POST /api/rutas/:id/repetir', await insertRuta(at.server.db, at.references), {
      fechas: ['2027-01-01'],
    }),
  ]
}

/** Of what the road tells of a trip, by the office. */
async function roadCalls(at: At): Promise<Late[]> {
  const ruta = await insertRuta(at.server.db, at.references)
  const path = `/api/rutas/${ruta}/incidentes`
  const bloqueo = { causa: 'Bloqueo', desde: '2026-11-20T08:30:00-06:00' }
  const ids = [ruta, await made(at, path, bloqueo)]
  return [
    call('PUT /api/rutas/:id/entrega', ids, { recibio: 'Ana López' }),
    call('PUT /api/rutas/:id/tiempos', ids, { llegada_carga: bloqueo.desde }),
    call('POST /api/rutas/:id/incidentes', ids, bloqueo),
    call('PUT /api/rutas/:id/incidentes/:iid', ids, bloqueo),
    call('DELETE /api/rutas/:id/incidentes/:iid', [ruta, await made(at, path, bloqueo)]),
    call('PUT /api/clientes/:id/reglas', at.references.cliente_id, { exige_foto: true }),
  ]
}

async function moneyCalls(at: At): Promise<Late[]> {
  const chofer_id = await made(at, '/api/choferes', aChofer())
  const anticipo = { tipo: 'anticipo', chofer_id, monto: 100, fecha: '2026-01-15' }
  const movimiento = () => made(at, '/api/movimientos', anticipo)
  const settled = await made(at, '/api/liquidaciones', { chofer_id, movimientos: [await movimiento()] })
  return [
    call('POST /api/movimientos', 0, anticipo),
    call('PUT /api/movimientos/:id', await movimiento(), anticipo),
    call('PUT /api/movimientos/:id/estado', await movimiento(), { estado: 'registrado' }),
    call('POST /api/liquidaciones', 0, { chofer_id, movimientos: [await movimiento()] }),
    call('POST /api/liquidaciones/:id/anular', settled, { motivo: 'Otra vez' }),
  ]
}

export const pilotLines = [
  'PUT /api/piloto/ruta/:id/estado',
  'PUT /api/piloto/ruta/:id/entrega',
  'PUT /api/piloto/ruta/:id/tiempos',
  'POST /api/piloto/ruta/:id/archivos',
  'POST /api/piloto/ruta/:id/gastos',
  'POST /api/piloto/gastos/:id/archivos',
] as const

/** Of a pilot on the own route. */
export async function pilotCalls(by: Client, ruta: number): Promise<Late[]> {
  const gasto = { concepto: 'Peaje', monto: 20 }
  const { id } = (await by.post(`/api/piloto/ruta/${ruta}/gastos`, gasto)).body.data
  const [estado, entrega, tiempos, toRuta, gastos, toGasto] = pilotLines
  return [
    call(estado, ruta, { nuevoEstado: 'En curso' }),
    call(entrega, ruta, { recibio: 'Ana López' }),
    call(tiempos, ruta, {}),
    upload(toRuta, `/piloto/ruta/${ruta}/archivos`),
    call(gastos, ruta, gasto),
    upload(toGasto, `/piloto/gastos/${id}/archivos`),
  ]
}

const aSheet = () => csv(Object.keys(aCamion()), Object.values(aCamion()))

/** One at a time in the whole company: whoever waits keeps the next one from waiting. */
const importCalls = async (): Promise<Late[]> => [
  { line: 'POST /api/importar/:tipo', make: (by) => bring(by, 'camiones', aSheet()) },
]
async function undoCalls({ admin }: At): Promise<Late[]> {
  const { id } = (await bring(admin, 'camiones', aSheet())).body.data
  return [call('POST /api/importaciones/:id/deshacer', id, {})]
}

export async function otherCalls(at: At, userId = 0): Promise<Late[]> {
  const ruta = () => insertRuta(at.server.db, at.references, { estado: 'Entregado' })
  const mantenimiento = aMantenimiento(at.references.camion_id)
  const form = { ...aRuta(at.references), estado: 'Pendiente' }
  const deleted = await made(at, '/api/clientes', aPersona())
  await at.admin.delete(`/api/clientes/${deleted}`)
  return [
    call('POST /api/rutas', 0, aRuta(at.references)),
    call('POST /api/rutas', 0, aRuta(at.references), { 'idempotency-key': crypto.randomUUID() }),
    call('PUT /api/rutas/:id', await ruta(), form),
    call('PUT /api/rutas/:id', await ruta(), {
      ...form,
      no_ruta: 'T-1',
      cliente_id: null,
      cliente: 'Otra Más',
    }),
    call('DELETE /api/rutas/:id', await ruta()),
    call('PATCH /api/rutas/estado', 0, { rutas: [{ id: await ruta() }], estado: 'Incidente' }),
    call('POST /api/mantenimientos', 0, mantenimiento),
    call('PUT /api/mantenimientos/:id', await made(at, '/api/mantenimientos', mantenimiento), mantenimiento),
    call('DELETE /api/mantenimientos/:id', await made(at, '/api/mantenimientos', mantenimiento)),
    call('POST /api/papelera/:tipo/:id/restaurar', deleted),
    call('POST /api/usuarios', 0, aUsuario({ rol_id: rolId.administrador })),
    call('PUT /api/usuarios/:id', userId, { rol_id: rolId.administrador, estado: 'activo' }),
    call('PATCH /api/usuarios/:id/status', userId, { estado: 'activo' }),
    call('DELETE /api/usuarios/:id', at.admin.userId ?? 0),
  ]
}

async function programCalls(at: At): Promise<Late[]> {
  const id = await made(at, '/api/usuarios', aUsuario())
  const tid = await made(at, `/api/usuarios/${id}/tokens`, { nombre: 'Contador' })
  return [
    call('POST /api/usuarios/:id/tokens', id, { nombre: 'GPS' }),
    call('DELETE /api/usuarios/:id/tokens/:tid', [id, tid]),
  ]
}

async function fileCalls(at: At): Promise<Late[]> {
  const files = `/api/archivos?entidad=camiones&entidad_id=${at.references.camion_id}`
  const { id } = (await sendFile(at.admin, files, aFile())).body.data
  return [upload('POST /api/archivos', files), call('DELETE /api/archivos/:id', id)]
}

/** What of the office is called together. */
export const callsOfOffice: [string, (at: At) => Promise<Late[]>][] = [
  ['in a catalogue', catalogueCalls],
  ['of files', fileCalls],
  ['of papers', paperCalls],
  ['of what is planned with', planCalls],
  ['of money', moneyCalls],
  ['of what the road tells', roadCalls],
  ['of programs', programCalls],
  ["of another's second factor", lostCalls],
  ['of what comes in from a sheet', importCalls],
  ['of what is taken away again', undoCalls],
]
