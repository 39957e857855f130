import { aCamion, aChofer, aPersona } from './factories.ts'
import { csv, previewImport } from './importar.ts'
import { type Client, type TestApp, testApp } from './testApp.ts'

/** Names in a row of trips; by default those of `openNames`. */
interface TripNames {
  cliente?: string
  placa?: string
  piloto?: string
  ayudante?: string
  no_ruta?: string
}

const headings = 'No. de ruta,Fecha,Cliente,Servicio,Mercadería,Placa,Piloto,Ayudante,Origen,Destino,Precio'

let day = 0

/** Returns a sheet of trips, each on a day of its own. */
export const namedTrips = (...rows: TripNames[]) =>
  csv(
    headings.split(','),
    ...rows.map(
      ({ cliente = 'Ana Paz', placa = 'C-1', piloto = 'Luis Paz', ayudante = '', no_ruta = '' }) => {
        day += 1
        const fecha = new Date(Date.UTC(2020, 0, day)).toISOString().slice(0, 10)
        const trip = [no_ruta, fecha, cliente, 'Flete', 'Café', placa, piloto, ayudante]
        return [...trip, 'Guatemala', 'Cobán', '100']
      },
    ),
  )

/** Returns the query with these choices of names. */
export const choose = (nombres: object) => ({ nombres: JSON.stringify(nombres) })

export interface NamesOffice {
  server: TestApp
  admin: Client
  /** Creates a record. @returns its id */
  create: (path: string, values: object) => Promise<number>
  pilot: (nombre: string, apellido: string) => Promise<number>
  client: (nombre: string, apellido: string) => Promise<number>
  /** Returns the unknown names of a preview of trips. */
  unknownOf: (sheet: Uint8Array, query?: Record<string, string>) => Promise<unknown[]>
}

/** Starts a server with the client, truck and pilot that `namedTrips` names by default. */
export async function openNames(): Promise<NamesOffice> {
  const server = await testApp()
  const admin = await server.as()
  const create = async (path: string, values: object): Promise<number> =>
    (await admin.post(`/api/${path}`, values)).body.data.id
  const client = (nombre: string, apellido: string) => create('clientes', aPersona({ nombre, apellido }))
  const pilot = (nombre: string, apellido: string) => create('choferes', aChofer({ nombre, apellido }))
  await client('Ana', 'Paz')
  await create('camiones', aCamion({ placa: 'C-1' }))
  await pilot('Luis', 'Paz')
  const unknownOf = async (sheet: Uint8Array, query = {}): Promise<unknown[]> =>
    (await previewImport(admin, 'rutas', sheet, query)).desconocidos
  return { server, admin, create, client, pilot, unknownOf }
}
