// Posts the odometer of each Traccar device as today's reading of the truck whose plate is the device's name.
// Run it once a day. A second run of a day posts nothing new.
const flota = process.env.FLOTA_API ?? 'https://flota.example.com/api'
const traccar = process.env.TRACCAR_API ?? 'https://traccar.example.com/api'

const read = async (url, token) => {
  const response = await fetch(url, { headers: { Authorization: `Bearer ${token}` } })
  if (!response.ok) throw new Error(`${url}: ${response.status} ${await response.text()}`)
  return response.json()
}
const readTraccar = (path) => read(traccar + path, process.env.TRACCAR_TOKEN)
const readFlota = (path) => read(flota + path, process.env.FLOTA_TOKEN)

const { hoy } = (await readFlota('/config')).data
const devices = new Map((await readTraccar('/devices')).map(({ id, name }) => [id, name]))

for (const { deviceId, attributes } of await readTraccar('/positions')) {
  const placa = devices.get(deviceId)
  // Metres: of the truck's own odometer, else of the positions.
  const metres = attributes.odometer ?? attributes.totalDistance
  if (!placa || metres === undefined) continue
  const trucks = (await readFlota(`/camiones?${new URLSearchParams({ buscar: placa })}`)).data
  const truck = trucks.find((each) => each.placa === placa)
  if (!truck) continue
  const response = await fetch(`${flota}/lecturas`, {
    method: 'POST',
    headers: {
      Authorization: `Bearer ${process.env.FLOTA_TOKEN}`,
      'Content-Type': 'application/json',
      'Idempotency-Key': `traccar-${truck.id}-${hoy}`,
    },
    body: JSON.stringify({ camion_id: truck.id, fecha: hoy, km: Math.round(metres / 1000), nota: 'Traccar' }),
  })
  // 409: today's reading exists with other kilometres.
  if (!response.ok && response.status !== 409)
    process.stderr.write(`${placa}: ${response.status} ${await response.text()}\n`)
}
