import { endpoints } from '@flota/contract/endpoints.ts'
import { everyCatalogue, valuesOf } from './catalogueValues.ts'
import { aRuta } from './factories.ts'
import { aMantenimiento } from './mantenimientos.ts'
import type { Office } from './rutaForm.ts'
import type { Answer } from './testApp.ts'
import { aPassword, aUser } from './users.ts'
import { aUsuario, makeUsuario } from './usuarios.ts'

/** They ask with a body and write nothing. */
const asking = ['POST /api/reportes/periodo', 'POST /api/rutas/revision']

/** Every line that writes, and every one that exports: a new line says below how it is called. */
export const writingLines: string[] = endpoints
  .filter(({ method, path }) => method !== 'GET' || /\/(exportar|hojas)$/.test(path))
  .map(({ line }) => line)
  .filter((line) => !asking.includes(line))

/** Makes a call once so that it writes. What is made for it beforehand is a call of its own. */
type Call = (office: Office) => Promise<Answer>
/** The call, and the rows that it alone leaves in the log: `accion tipo`. */
type Calls = Record<string, readonly [Call, ...rows: string[]]>

/** Making, replacing and deleting a record, by what its form sends. */
const kept = (tipo: string, form: (office: Office) => object): Calls => {
  const path = `/api/${tipo}`
  const make: Call = async (office) => office.admin.post(path, form(office))
  const made = async (office: Office) => `${path}/${(await make(office)).body.data.id}`
  return {
    [`POST ${path}`]: [make, `crear ${tipo}`],
    [`PUT ${path}/:id`]: [
      async (office) => office.admin.put(await made(office), form(office)),
      `editar ${tipo}`,
    ],
    [`DELETE ${path}/:id`]: [async (office) => office.admin.delete(await made(office)), `eliminar ${tipo}`],
  }
}

const account = async ({ admin }: Office) => `/api/usuarios/${(await makeUsuario(admin)).id}`

let costo = 1

export const writingCalls: Calls = {
  'POST /api/auth/login': [
    async ({ server }) => {
      const { username } = await aUser(server)
      return server.stranger.post('/api/auth/login', { username, password: aPassword })
    },
    'entrar sesiones',
  ],
  'POST /api/auth/logout': [
    async ({ server }) => (await aUser(server)).client.post('/api/auth/logout'),
    'salir sesiones',
  ],
  'POST /api/auth/password': [
    async ({ server }) => {
      const { client } = await aUser(server)
      return client.post('/api/auth/password', { actual: aPassword, nueva: 'Otro volcán 77' })
    },
    'clave usuarios',
  ],

  ...Object.assign({}, ...everyCatalogue.map((catalogue) => kept(catalogue.name, () => valuesOf(catalogue)))),
  ...kept('mantenimientos', ({ references }) => aMantenimiento(references.camion_id, { costo: costo++ })),
  ...kept('rutas', ({ references }) => aRuta(references, { estado: 'Pendiente' })),
  'PUT /api/piloto/ruta/:id/estado': [
    async (office) => {
      const { id } = await office.create()
      const piloto = await office.server.as({ rol: 'piloto', piloto_id: office.references.chofer_id })
      return piloto.put(`/piloto/ruta/${id}/estado`, { nuevoEstado: 'En curso' })
    },
    'estado rutas',
  ],

  ...kept('usuarios', () => aUsuario()),
  'PUT /api/usuarios/:id': [
    async (office) => office.admin.put(await account(office), { password: 'Otro volcán 77', permisos: [4] }),
    'clave usuarios',
  ],
  'PATCH /api/usuarios/:id/status': [
    async (office) => office.admin.patch(`${await account(office)}/status`, { estado: 'inactivo' }),
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

  'GET /api/reportes/exportar': [({ admin }) => admin.get('/api/reportes/exportar'), 'exportar reportes'],
  'GET /api/bitacora/exportar': [({ admin }) => admin.get('/api/bitacora/exportar'), 'exportar bitacora'],
}
