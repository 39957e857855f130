import { addDays, todayIn } from '@flota/contract/core/dates.ts'
import { rolId } from '@flota/contract/core/permisos.ts'
import { insertAlias } from './alias.ts'
import { aFile, sendFile } from './archivos.ts'
import { aCarga } from './cargas.ts'
import { type CallContext, type RevokedCall, revokedCall } from './delayedCall.ts'
import { receivablesCalls } from './delayedCobroCalls.ts'
import { lostDeviceCalls } from './delayedFactorCalls.ts'
import { flotaCalls } from './delayedFlotaCalls.ts'
import { aCamion, aChofer, aPersona, aRuta } from './factories.ts'
import { csv, runImport } from './importar.ts'
import { aMantenimiento } from './mantenimientos.ts'
import { insertRutaRow } from './rutas.ts'
import type { Client } from './testApp.ts'
import { userPassword } from './users.ts'
import { aUsuario } from './usuarios.ts'
import { aVista } from './vistas.ts'

// Writing calls that are sent when the caller may no longer make them.

/** Calls of the own account. They close a session that does not exist, so that their own stays open. */
export const ownAccountCalls = [
  revokedCall('POST /api/auth/password', 0, { actual: userPassword, nueva: 'Otra-clave-de-7' }),
  revokedCall('POST /api/auth/segundo-factor', 0, { actual: userPassword }),
  revokedCall('DELETE /api/auth/sesiones', 0),
  revokedCall('PUT /api/auth/correo', 0, { correo: 'jefa@empresa.gt' }),
  revokedCall('DELETE /api/auth/sesiones/:id', 2_000_000_000),
  revokedCall('POST /api/vistas', 0, aVista),
  revokedCall('DELETE /api/vistas/:id', 2_000_000_000),
]

const createRecord = async ({ admin }: CallContext, path: string, body: unknown) =>
  (await admin.post(path, body)).body.data.id as number
const forms = { choferes: aChofer, ayudantes: aPersona, clientes: aPersona, camiones: aCamion }

const upload = (line: string, url: string): RevokedCall => ({
  line,
  make: (by) => sendFile(by, url, aFile()),
})

async function createAlias({ admin, server }: CallContext, tipo: string, form: unknown) {
  const id = (await admin.post(`/api/${tipo}`, form)).body.data.id as number
  return [id, await insertAlias(server.db, tipo, id)]
}

async function catalogueCalls(context: CallContext): Promise<RevokedCall[]> {
  const all: RevokedCall[] = []
  for (const [name, form] of Object.entries(forms)) {
    const path = `/api/${name}`
    all.push(
      revokedCall(`POST ${path}`, 0, form()),
      revokedCall(`PUT ${path}/:id`, await createRecord(context, path, form()), form()),
      revokedCall(`DELETE ${path}/:id`, await createRecord(context, path, form())),
      revokedCall(`DELETE ${path}/:id/alias/:alias_id`, await createAlias(context, name, form())),
    )
  }
  return all
}

async function paperCalls(context: CallContext): Promise<RevokedCall[]> {
  const tipo = () => ({ nombre: crypto.randomUUID(), aplica: 'choferes' })
  const types = '/api/documento-tipos'
  const tipo_id = await createRecord(context, types, tipo())
  const chofer = () => createRecord(context, '/api/choferes', aChofer({ vencimiento: '2020-01-01' }))
  const paper = async () => ({ tipo_id, entidad: 'choferes', entidad_id: await chofer() })
  const aPaper = async () => createRecord(context, '/api/documentos', await paper())
  const hasta = addDays(todayIn('America/Guatemala', Date.now()), 2)
  return [
    revokedCall(`POST ${types}`, 0, tipo()),
    revokedCall(`PUT ${types}/:id`, await createRecord(context, types, tipo()), tipo()),
    revokedCall(`DELETE ${types}/:id`, await createRecord(context, types, tipo())),
    revokedCall('POST /api/documentos', 0, await paper()),
    revokedCall('PUT /api/documentos/:id', await aPaper(), {}),
    revokedCall('DELETE /api/documentos/:id', await aPaper()),
    revokedCall('POST /api/documentos/:id/renovar', await aPaper(), {}),
    revokedCall('POST /api/avisos/:id/posponer', `choferes-${await chofer()}`, { hasta, motivo: 'Ya viene' }),
  ]
}

async function planCalls(context: CallContext): Promise<RevokedCall[]> {
  const ruta = () => insertRutaRow(context.server.db, context.references)
  const restriccion = () => ({ nombre: 'Feriado', desde: '2026-12-24', hasta: '2026-12-25' })
  const vigente_desde = '2026-01-01'
  const tarifa = () => ({ origen: crypto.randomUUID(), destino: 'Cobán', precio: 1, vigente_desde })
  const crudCalls = async (path: string, values: () => object) => [
    revokedCall(`POST ${path}`, 0, values()),
    revokedCall(`PUT ${path}/:id`, await createRecord(context, path, values()), values()),
    revokedCall(`DELETE ${path}/:id`, await createRecord(context, path, values())),
  ]
  return [
    revokedCall('PUT /api/ajustes', 0, { nit: '123' }),
    ...(await crudCalls('/api/restricciones', restriccion)),
    ...(await crudCalls('/api/tarifas', tarifa)),
    ...(await flotaCalls(context)),
    revokedCall('POST /api/rutas/:id/repetir', await ruta(), { fechas: ['2027-01-01'] }),
    revokedCall('POST /api/rutas/copiar', 0, {
      rutas: [await ruta()],
      fecha: '2027-01-01',
      prueba: false,
    }),
    revokedCall('PATCH /api/rutas/plan', 0, {
      rutas: [{ id: await ruta() }],
      cambios: { hora: '03:00' },
    }),
  ]
}

/** Calls of the office about events of a trip. */
async function tripEventCalls(context: CallContext): Promise<RevokedCall[]> {
  const ruta = await insertRutaRow(context.server.db, context.references)
  const path = `/api/rutas/${ruta}/incidentes`
  const bloqueo = { causa: 'Bloqueo', desde: '2026-11-20T08:30:00-06:00' }
  const ids = [ruta, await createRecord(context, path, bloqueo)]
  return [
    revokedCall('PUT /api/rutas/:id/entrega', ids, { recibio: 'Ana López' }),
    revokedCall('PUT /api/rutas/:id/tiempos', ids, { llegada_carga: bloqueo.desde }),
    revokedCall('POST /api/rutas/:id/incidentes', ids, bloqueo),
    revokedCall('PUT /api/rutas/:id/incidentes/:iid', ids, bloqueo),
    revokedCall('DELETE /api/rutas/:id/incidentes/:iid', [ruta, await createRecord(context, path, bloqueo)]),
    revokedCall('PUT /api/clientes/:id/reglas', context.references.cliente_id, { exige_foto: true }),
  ]
}

async function moneyCalls(context: CallContext): Promise<RevokedCall[]> {
  const chofer_id = await createRecord(context, '/api/choferes', aChofer())
  const anticipo = { tipo: 'anticipo', chofer_id, monto: 100, fecha: '2026-01-15' }
  const movimiento = () => createRecord(context, '/api/movimientos', anticipo)
  const settled = await createRecord(context, '/api/liquidaciones', {
    chofer_id,
    movimientos: [await movimiento()],
  })
  const { camion_id } = context.references
  return [
    revokedCall('POST /api/cargas', 0, aCarga(camion_id)),
    revokedCall(
      'PUT /api/cargas/:id',
      await createRecord(context, '/api/cargas', aCarga(camion_id)),
      aCarga(camion_id, { total: 900 }),
    ),
    revokedCall('POST /api/movimientos', 0, anticipo),
    revokedCall('PUT /api/movimientos/:id', await movimiento(), anticipo),
    revokedCall('PUT /api/movimientos/:id/estado', await movimiento(), { estado: 'registrado' }),
    revokedCall('POST /api/liquidaciones', 0, { chofer_id, movimientos: [await movimiento()] }),
    ...(await receivablesCalls(context)),
    revokedCall('POST /api/liquidaciones/:id/anular', settled, { motivo: 'Otra vez' }),
  ]
}

export const pilotEndpoints = [
  'PUT /api/piloto/ruta/:id/estado',
  'PUT /api/piloto/ruta/:id/entrega',
  'PUT /api/piloto/ruta/:id/tiempos',
  'POST /api/piloto/ruta/:id/archivos',
  'POST /api/piloto/ruta/:id/gastos',
  'POST /api/piloto/gastos/:id/archivos',
] as const

/** Calls of a pilot about an own trip. */
export async function pilotCalls(by: Client, ruta: number): Promise<RevokedCall[]> {
  const gasto = { concepto: 'Peaje', monto: 20 }
  const { id } = (await by.post(`/api/piloto/ruta/${ruta}/gastos`, gasto)).body.data
  const [estado, entrega, tiempos, toRuta, gastos, toGasto] = pilotEndpoints
  return [
    revokedCall(estado, ruta, { nuevoEstado: 'En curso' }),
    revokedCall(entrega, ruta, { recibio: 'Ana López' }),
    revokedCall(tiempos, ruta, {}),
    upload(toRuta, `/piloto/ruta/${ruta}/archivos`),
    revokedCall(gastos, ruta, gasto),
    upload(toGasto, `/piloto/gastos/${id}/archivos`),
  ]
}

const aSheet = () => csv(Object.keys(aCamion()), Object.values(aCamion()))

/** Only one import runs in the company: a waiting one would block the next. */
const importCalls = async (): Promise<RevokedCall[]> => [
  { line: 'POST /api/importar/:tipo', make: (by) => runImport(by, 'camiones', aSheet()) },
]
async function undoCalls({ admin }: CallContext): Promise<RevokedCall[]> {
  const { id } = (await runImport(admin, 'camiones', aSheet())).body.data
  return [revokedCall('POST /api/importaciones/:id/deshacer', id, {})]
}

export async function otherCalls(context: CallContext, userId = 0): Promise<RevokedCall[]> {
  const ruta = () => insertRutaRow(context.server.db, context.references, { estado: 'Entregado' })
  const mantenimiento = aMantenimiento(context.references.camion_id)
  const form = { ...aRuta(context.references), estado: 'Pendiente' }
  const deleted = await createRecord(context, '/api/clientes', aPersona())
  await context.admin.delete(`/api/clientes/${deleted}`)
  return [
    revokedCall('POST /api/rutas', 0, aRuta(context.references)),
    revokedCall('POST /api/rutas', 0, aRuta(context.references), { 'idempotency-key': crypto.randomUUID() }),
    revokedCall('PUT /api/rutas/:id', await ruta(), form),
    revokedCall('PUT /api/rutas/:id', await ruta(), {
      ...form,
      no_ruta: 'T-1',
      cliente_id: null,
      cliente: 'Otra Más',
    }),
    revokedCall('DELETE /api/rutas/:id', await ruta()),
    revokedCall('PATCH /api/rutas/estado', 0, { rutas: [{ id: await ruta() }], estado: 'Incidente' }),
    revokedCall('POST /api/mantenimientos', 0, mantenimiento),
    revokedCall(
      'PUT /api/mantenimientos/:id',
      await createRecord(context, '/api/mantenimientos', mantenimiento),
      mantenimiento,
    ),
    revokedCall(
      'DELETE /api/mantenimientos/:id',
      await createRecord(context, '/api/mantenimientos', mantenimiento),
    ),
    revokedCall('POST /api/papelera/:tipo/:id/restaurar', deleted),
    revokedCall('POST /api/usuarios', 0, aUsuario({ rol_id: rolId.administrador })),
    revokedCall('PUT /api/usuarios/:id', userId, { rol_id: rolId.administrador, estado: 'activo' }),
    revokedCall('PATCH /api/usuarios/:id/status', userId, { estado: 'activo' }),
    revokedCall('DELETE /api/usuarios/:id', context.admin.userId ?? 0),
  ]
}

async function programCalls(context: CallContext): Promise<RevokedCall[]> {
  const id = await createRecord(context, '/api/usuarios', aUsuario())
  const tid = await createRecord(context, `/api/usuarios/${id}/tokens`, { nombre: 'Contador' })
  return [
    revokedCall('POST /api/usuarios/:id/tokens', id, { nombre: 'GPS' }),
    revokedCall('DELETE /api/usuarios/:id/tokens/:tid', [id, tid]),
  ]
}

async function fileCalls(context: CallContext): Promise<RevokedCall[]> {
  const files = `/api/archivos?entidad=camiones&entidad_id=${context.references.camion_id}`
  const { id } = (await sendFile(context.admin, files, aFile())).body.data
  return [upload('POST /api/archivos', files), revokedCall('DELETE /api/archivos/:id', id)]
}

/** Groups of calls of the office. */
export const officeCallGroups: [string, (context: CallContext) => Promise<RevokedCall[]>][] = [
  ['in a catalogue', catalogueCalls],
  ['of files', fileCalls],
  ['of papers', paperCalls],
  ['of what is planned with', planCalls],
  ['of money', moneyCalls],
  ['of what the road tells', tripEventCalls],
  ['of programs', programCalls],
  ["of another's second factor", lostDeviceCalls],
  ['of what comes in from a sheet', importCalls],
  ['of what is taken away again', undoCalls],
]
