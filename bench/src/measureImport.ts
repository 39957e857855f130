import type { BenchEnvironment } from './environment.ts'
import { memoryOfProgram } from './processStats.ts'
import { percentile } from './runLoad.ts'

/** As many as a sheet may have. */
const sheetRows = 20_000

type Row = Record<string, string>
type GetRows = (path: string) => Promise<{ data: Row[] }>

/** What lists answer by themselves, and beside some work. */
async function listP50During<T>(ask: (path: string) => Promise<unknown>, work: Promise<T>) {
  const ended = new AbortController()
  const done = work.finally(() => ended.abort())
  // Awaited below: what fails before must not end the run without its servers.
  done.catch(() => undefined)
  const latencies: number[] = []
  while (!ended.signal.aborted) {
    const startedAt = performance.now()
    await ask('/api/rutas?porPagina=10')
    latencies.push(performance.now() - startedAt)
  }
  await done
  latencies.sort((a, b) => a - b)
  return percentile({ latencies }, 0.5)
}

/** Those of a list whose name nobody shares: a sheet names people, and two of one name are an error. */
async function uniqueNames(ask: GetRows, path: string, nameOf: (row: Row) => string): Promise<string[]> {
  const times = new Map<string, number>()
  for (let pagina = 1; ; pagina++) {
    const { data } = await ask(`/api/${path}?porPagina=100&pagina=${pagina}`)
    for (const row of data) times.set(nameOf(row), (times.get(nameOf(row)) ?? 0) + 1)
    if (data.length < 100) break
  }
  return [...times].filter(([, n]) => n === 1).map(([name]) => name)
}

const wholeName = (row: Row) => `${row.nombre} ${row.apellido}`

/**
 * A year of finished trips of the people and trucks that are there, without numbers of their own. They are newer than all
 * others: until they are committed they stand, unseen, where the list begins.
 */
async function sheetOf(ask: GetRows): Promise<string> {
  const [clientes, choferes, placas] = [
    await uniqueNames(ask, 'clientes', wholeName),
    await uniqueNames(ask, 'choferes', wholeName),
    await uniqueNames(ask, 'camiones', ({ placa }) => placa ?? ''),
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

/** 20,000 trips looked at, brought in and taken away again, and the list meanwhile. */
export async function measureDuringImport({ product, data: setting }: BenchEnvironment) {
  const headers = { authorization: `Bearer ${setting.token}` }
  const ask = async (path: string) =>
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
  const sheet = await sheetOf(ask)
  const idlePeriod = new Promise((resolve) => setTimeout(resolve, 2000))
  const aloneP50 = await listP50During(ask, idlePeriod)
  const before = memoryOfProgram(product.pid)
  let peakMemory = before
  const watch = setInterval(() => {
    peakMemory = Math.max(peakMemory, memoryOfProgram(product.pid))
  }, 100)
  const preview = await send('/api/importar/rutas', sheet, 'text/csv')
  const storing = send('/api/importar/rutas?prueba=no', sheet, 'text/csv')
  const duringP50 = await listP50During(ask, storing)
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
