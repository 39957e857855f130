import { setTimeout as sleep } from 'node:timers/promises'
import type { BenchEnvironment } from './environment.ts'
import { memoryOfProgram } from './processStats.ts'
import { latencyDuring } from './runLoad.ts'

const sheetRows = 20_000

type Row = Record<string, string>
type GetRows = (path: string) => Promise<{ data: Row[] }>

/** Returns the names that only one row has: a sheet names records, and ambiguous names are errors. */
async function uniqueNames(getRows: GetRows, path: string, nameOf: (row: Row) => string): Promise<string[]> {
  const times = new Map<string, number>()
  for (let pagina = 1; ; pagina++) {
    const { data } = await getRows(`/api/${path}?porPagina=100&pagina=${pagina}`)
    for (const row of data) times.set(nameOf(row), (times.get(nameOf(row)) ?? 0) + 1)
    if (data.length < 100) break
  }
  return [...times].filter(([, n]) => n === 1).map(([name]) => name)
}

const fullName = (row: Row) => `${row.nombre} ${row.apellido}`

/** Builds a CSV of finished trips newer than all others, so that lists skip them until the commit. */
async function sheetOf(getRows: GetRows): Promise<string> {
  const [clientes, choferes, placas] = [
    await uniqueNames(getRows, 'clientes', fullName),
    await uniqueNames(getRows, 'choferes', fullName),
    await uniqueNames(getRows, 'camiones', ({ placa }) => placa ?? ''),
  ]
  const rows = Array.from({ length: sheetRows }, (_, i) => [
    new Date(Date.UTC(2027, 0, 1 + (i % 365))).toISOString().slice(0, 10),
    `${String(i % 24).padStart(2, '0')}:${String(i % 60).padStart(2, '0')}`,
    clientes[i % clientes.length],
    'Flete local',
    'Cemento',
    placas[i % placas.length],
    choferes[i % choferes.length],
    `Bodega ${i}`,
    'Quetzaltenango',
    `Q${1000 + (i % 500)}.50`,
    i % 20 === 0 ? 'Incidente' : 'Entregado',
  ])
  const titles = 'Fecha;Hora;Cliente;Servicio;Mercadería;Placa;Piloto;Origen;Destino;Precio;Estado'
  return [titles, ...rows.map((row) => row.join(';'))].join('\n')
}

/** Measures preview, import and undo of 20,000 trips, and the list meanwhile. */
export async function measureDuringImport({ product, data }: BenchEnvironment) {
  const headers = { authorization: `Bearer ${data.token}` }
  const getRows = async (path: string) =>
    (await fetch(product.address + path, { headers })).json() as Promise<{ data: Row[] }>
  const send = async (path: string, body: string, type: string) => {
    const startedAt = performance.now()
    const answer = await fetch(product.address + path, {
      method: 'POST',
      headers: { ...headers, 'content-type': type },
      body,
    })
    const response = (await answer.json()) as { data?: { id: number }; message: string }
    if (answer.status >= 300) throw new Error(`${path}: ${response.message}`)
    return { seconds: (performance.now() - startedAt) / 1000, id: response.data?.id }
  }
  const sheet = await sheetOf(getRows)
  const listP50During = (work: Promise<unknown>) =>
    latencyDuring(work, () => getRows('/api/rutas?porPagina=10'), 0.5)
  const aloneP50 = await listP50During(sleep(2000))
  const before = memoryOfProgram(product.pid)
  let peakMemory = before
  const watch = setInterval(() => {
    peakMemory = Math.max(peakMemory, memoryOfProgram(product.pid))
  }, 100)
  const preview = await send('/api/importar/rutas', sheet, 'text/csv')
  const storing = send('/api/importar/rutas?prueba=no', sheet, 'text/csv')
  const duringP50 = await listP50During(storing)
  const stored = await storing
  const undone = await send(`/api/importaciones/${stored.id}/deshacer`, '{}', 'application/json')
  clearInterval(watch)
  return {
    preview: preview.seconds,
    stored: stored.seconds,
    undone: undone.seconds,
    lists: duringP50 / aloneP50,
    memory: peakMemory - before,
  }
}
