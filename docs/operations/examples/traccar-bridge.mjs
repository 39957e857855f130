// Receives the events that Traccar forwards and writes when a truck arrived at or left a trip's place.
// A device is named as its truck's plate; the name of a geofence begins with Carga or Descarga.
import { createServer } from 'node:http'
import { json } from 'node:stream/consumers'

const api = process.env.FLOTA_API ?? 'https://flota.example.com/api'
const headers = { Authorization: `Bearer ${process.env.FLOTA_TOKEN}`, 'Content-Type': 'application/json' }
const callApi = async (path, options) => {
  const response = await fetch(api + path, { headers, ...options })
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`)
  return response.json()
}
const fieldOf = { geofenceEnter: 'llegada', geofenceExit: 'salida' }

async function recordEvent({ event, device, geofence }) {
  const [, place] = /^(carga|descarga)/i.exec(geofence?.name ?? '') ?? []
  if (!place || !fieldOf[event.type]) return
  const trucks = (await callApi(`/camiones?${new URLSearchParams({ buscar: device.name })}`)).data
  const truck = trucks.find(({ placa }) => placa === device.name)
  if (!truck) return
  const [ruta] = (await callApi(`/rutas?${new URLSearchParams({ camion_id: truck.id, estado: 'En curso' })}`))
    .data
  if (!ruta) return
  const body = JSON.stringify({ [`${fieldOf[event.type]}_${place.toLowerCase()}`]: event.eventTime })
  await callApi(`/rutas/${ruta.id}/tiempos`, { method: 'PUT', body })
}

createServer(async (request, response) => {
  try {
    await recordEvent(await json(request))
    response.writeHead(204).end()
  } catch (error) {
    process.stderr.write(`${error.message}\n`)
    response.writeHead(502).end()
  }
}).listen(8099, '127.0.0.1')
