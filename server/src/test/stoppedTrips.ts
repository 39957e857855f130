import { addDays, todayIn } from '@flota/contract/core/dates.ts'
import type { Client } from './testApp.ts'

/** The company's date: the check reads PostgreSQL's clock, not the server's. */
export const companyToday = () => todayIn('America/Guatemala', new Date())

/** Returns a moment `days` from today, at an hour of the company. */
export const momentAt = (days: number, hora: string) =>
  new Date(`${addDays(companyToday(), days)}T${hora}:00-06:00`).toISOString()

export const setEstado = (admin: Client, id: number, estado: string) =>
  admin.send({ method: 'PATCH', url: '/api/rutas/estado', payload: { rutas: [{ id }], estado } })

export const findIncidente = async (admin: Client, ruta: number) =>
  (await admin.get(`/api/rutas/${ruta}/expediente`)).body.data.incidentes.at(-1)

/** Replaces fields of the trip's newest incident. */
export async function changeIncidente(admin: Client, ruta: number, changes: object) {
  const { id, causa, desde, hasta } = await findIncidente(admin, ruta)
  const { status, body } = await admin.put(`/api/rutas/${ruta}/incidentes/${id}`, {
    causa,
    desde,
    hasta,
    ...changes,
  })
  if (status !== 200) throw new Error(JSON.stringify(body))
}

/** Brings a trip into Incidente, with an open incident since `desde`. */
export async function stopTrip(admin: Client, ruta: number, desde: string): Promise<void> {
  await setEstado(admin, ruta, 'Incidente')
  await changeIncidente(admin, ruta, { desde })
}
