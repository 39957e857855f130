import { randomUUID } from 'node:crypto'
import { endpoints } from '@flota/contract/endpoints.ts'
import { accountCalls, type WritingCall, type WritingCallTable } from './accountCalls.ts'
import { aliasCalls } from './alias.ts'
import { aFile, sendFile } from './archivos.ts'
import { everyCatalogue, valuesOf } from './catalogueValues.ts'
import { exportCalls } from './exportCalls.ts'
import { aCamion, aRuta } from './factories.ts'
import { flotaWritingCalls } from './flotaWritingCalls.ts'
import { csv, runImport, undoImport } from './importar.ts'
import { aMantenimiento } from './mantenimientos.ts'
import { moneyCalls, tripWithPilot } from './moneyCalls.ts'
import type { RutaOffice } from './openOffice.ts'
import { planCalls } from './planCalls.ts'
import { aUsuario, makeUsuario } from './usuarios.ts'

/** POST endpoints that write nothing. */
const readOnlyPosts = ['POST /api/reportes/periodo', 'POST /api/rutas/revision', 'POST /api/correo/prueba']

/** Every endpoint that writes or exports. A new one needs an entry below. */
export const writingEndpoints: string[] = endpoints
  .filter(({ method, path }) => method !== 'GET' || /\/(exportar|hojas)$/.test(path))
  .map(({ line }) => line)
  .filter((line) => !readOnlyPosts.includes(line))

/** Returns the calls that create, replace and delete a record. */
const crudCalls = (
  tipo: string,
  form: (office: RutaOffice) => object,
  path = `/api/${tipo}`,
): WritingCallTable => {
  const make: WritingCall = async (office) => office.admin.post(path, form(office))
  const createPath = async (office: RutaOffice) => `${path}/${(await make(office)).body.data.id}`
  return {
    [`POST ${path}`]: [make, `crear ${tipo}`],
    [`PUT ${path}/:id`]: [
      async (office) => office.admin.put(await createPath(office), form(office)),
      `editar ${tipo}`,
    ],
    [`DELETE ${path}/:id`]: [
      async (office) => office.admin.delete(await createPath(office)),
      `eliminar ${tipo}`,
    ],
  }
}

const createUsuarioPath = async ({ admin }: RutaOffice) => `/api/usuarios/${(await makeUsuario(admin)).id}`

let costo = 1
const aMoment = '2026-11-20T08:30:00-06:00'

const aTipo = (changes: object = {}) => ({ nombre: `Papel ${randomUUID()}`, aplica: 'camiones', ...changes })
/** Creates an obligatory type of document for trucks. */
const createTipo = async ({ admin }: RutaOffice): Promise<number> =>
  (await admin.post('/api/documento-tipos', aTipo({ obligatorio: true }))).body.data.id
const createDocumento = async (office: RutaOffice) => {
  const tipo_id = await createTipo(office)
  return office.admin.post('/api/documentos', {
    tipo_id,
    entidad: 'camiones',
    entidad_id: office.references.camion_id,
  })
}
const createDocumentoPath = async (office: RutaOffice) =>
  `/api/documentos/${(await createDocumento(office)).body.data.id}`
const uploadFile = ({ admin, references }: RutaOffice) =>
  sendFile(admin, `/api/archivos?entidad=camiones&entidad_id=${references.camion_id}`, aFile())

const documentCalls: WritingCallTable = {
  'POST /api/archivos': [uploadFile, 'crear archivos'],
  'DELETE /api/archivos/:id': [
    async (office) => office.admin.delete(`/api/archivos/${(await uploadFile(office)).body.data.id}`),
    'eliminar archivos',
  ],
  'POST /api/piloto/ruta/:id/archivos': [
    async (office) => {
      const { piloto, path } = await tripWithPilot(office)
      return sendFile(piloto, `${path}/archivos`, aFile())
    },
    'crear archivos',
  ],
  ...crudCalls('documento_tipos', () => aTipo(), '/api/documento-tipos'),
  'POST /api/documentos': [createDocumento, 'crear documentos'],
  'PUT /api/documentos/:id': [
    async (office) => office.admin.put(await createDocumentoPath(office), { numero: '77' }),
    'editar documentos',
  ],
  'DELETE /api/documentos/:id': [
    async (office) => office.admin.delete(await createDocumentoPath(office)),
    'eliminar documentos',
  ],
  'POST /api/documentos/:id/renovar': [
    async (office) => office.admin.post(`${await createDocumentoPath(office)}/renovar`, { numero: '78' }),
    'editar documentos',
    'crear documentos',
  ],
  'POST /api/avisos/:id/posponer': [
    async (office) => {
      const missing = `camiones-${office.references.camion_id}-${await createTipo(office)}`
      const hasta = new Date(Date.now() + 5 * 86_400_000).toISOString().slice(0, 10)
      return office.admin.post(`/api/avisos/${missing}/posponer`, { hasta, motivo: 'Está en trámite' })
    },
    'posponer avisos',
  ],
}

const anIncident: WritingCall = async (office) =>
  office.admin.post(`/api/rutas/${(await office.create()).id}/incidentes`, { causa: 'Bloqueo' })
const incidentPath = async (office: RutaOffice) => {
  const { id, ruta_id } = (await anIncident(office)).body.data
  return `/api/rutas/${ruta_id}/incidentes/${id}`
}

/** Writing calls of trip events. */
const tripEventCalls: WritingCallTable = {
  'PUT /api/rutas/:id/entrega': [
    async (office) =>
      office.admin.put(`/api/rutas/${(await office.create()).id}/entrega`, { recibio: 'Ana López' }),
    'editar rutas',
  ],
  'PUT /api/rutas/:id/tiempos': [
    async (office) =>
      office.admin.put(`/api/rutas/${(await office.create()).id}/tiempos`, { llegada_carga: aMoment }),
    'editar rutas',
  ],
  'PUT /api/piloto/ruta/:id/entrega': [
    async (office) => {
      const { piloto, path } = await tripWithPilot(office)
      return piloto.put(`${path}/entrega`, { sin_evidencia_motivo: 'Sin batería', hora_dispositivo: aMoment })
    },
    'editar rutas',
  ],
  'PUT /api/piloto/ruta/:id/tiempos': [
    async (office) => {
      const { piloto, path } = await tripWithPilot(office)
      return piloto.put(`${path}/tiempos`, { salida_carga: aMoment })
    },
    'editar rutas',
  ],
  'POST /api/rutas/:id/incidentes': [anIncident, 'crear incidentes'],
  'PUT /api/rutas/:id/incidentes/:iid': [
    async (office) => office.admin.put(await incidentPath(office), { causa: 'Clima', desde: aMoment }),
    'editar incidentes',
  ],
  'DELETE /api/rutas/:id/incidentes/:iid': [
    async (office) => office.admin.delete(await incidentPath(office)),
    'eliminar incidentes',
  ],
  'PUT /api/clientes/:id/reglas': [
    async ({ admin, references }) =>
      admin.put(`/api/clientes/${references.cliente_id}/reglas`, { exige_firma: true, horas_libres: 2 }),
    'editar clientes',
  ],
}

const aSheet: WritingCall = ({ admin }) =>
  runImport(admin, 'camiones', csv(Object.keys(aCamion()), Object.values(aCamion())))

export const writingCalls: WritingCallTable = {
  'POST /api/importar/:tipo': [aSheet, 'importar importaciones', 'crear camiones'],
  'POST /api/importaciones/:id/deshacer': [
    async (office) => undoImport(office.admin, (await aSheet(office)).body.data.id),
    'deshacer importaciones',
    'eliminar camiones',
  ],

  ...accountCalls,

  ...Object.assign(
    {},
    ...everyCatalogue.map((catalogue) => crudCalls(catalogue.name, () => valuesOf(catalogue))),
  ),
  ...Object.assign({}, ...everyCatalogue.map(aliasCalls)),
  ...crudCalls('mantenimientos', ({ references }) =>
    aMantenimiento(references.camion_id, { costo: costo++ }),
  ),
  ...crudCalls('lecturas', ({ references: { camion_id } }) => ({
    camion_id,
    fecha: '2026-01-15',
    km: costo++,
  })),
  'PUT /api/camiones/:id/ficha': [
    ({ admin, references }) =>
      admin.put(`/api/camiones/${references.camion_id}/ficha`, { tanque_gal: costo++ }),
    'editar camiones',
  ],
  ...flotaWritingCalls,
  ...crudCalls('rutas', ({ references }) => aRuta(references, { estado: 'Pendiente' })),
  ...documentCalls,
  ...tripEventCalls,
  ...moneyCalls,
  ...planCalls,
  'PUT /api/piloto/ruta/:id/estado': [
    async (office) => {
      const { piloto, path } = await tripWithPilot(office)
      return piloto.put(`${path}/estado`, { nuevoEstado: 'En curso' })
    },
    'estado rutas',
  ],

  ...crudCalls('usuarios', () => aUsuario()),
  'PUT /api/usuarios/:id': [
    async (office) =>
      office.admin.put(await createUsuarioPath(office), { password: 'Otro volcán 77', permisos: [4] }),
    'clave usuarios',
  ],
  'PATCH /api/usuarios/:id/status': [
    async (office) => office.admin.patch(`${await createUsuarioPath(office)}/status`, { estado: 'inactivo' }),
    'estado usuarios',
  ],
  'POST /api/papelera/:tipo/:id/restaurar': [
    async (office) => {
      const { id } = await office.create()
      await office.admin.delete(`/api/rutas/${id}`)
      return office.admin.post(`/api/papelera/rutas/${id}/restaurar`)
    },
    'restaurar rutas',
  ],

  ...crudCalls('tarifas', () => ({
    origen: `Bodega ${randomUUID()}`,
    destino: 'Cobán',
    precio: 1250,
    vigente_desde: '2026-01-01',
  })),
  ...crudCalls('restricciones', () => ({
    nombre: `Feriado ${costo++}`,
    desde: '2026-12-24',
    hasta: '2026-12-25',
  })),
  'PUT /api/ajustes': [
    ({ admin }) => admin.put('/api/ajustes', { modos: { RESTRICCION: 'callar' } }),
    'editar ajustes',
  ],

  ...exportCalls,
}
