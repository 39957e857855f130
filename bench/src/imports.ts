import { percentile } from './drive.ts'
import { memoryOf } from './processes.ts'
import type { Running } from './setting.ts'

/** As many as a sheet may have. */
const trips = 20_000

type Row = Record<string, string>

/** What lists answer by themselves, and beside some work. */
async function listsBeside<T>(ask: (path: string) => Promise<unknown>, work: Promise<T>) {
  const over = new AbortController()
  const done = work.finally(() => over.abort())
  const latencies: number[] = []
  while (!over.signal.aborted) {
    const asked = performance.now()
    await ask('/api/rutas?porPagina=10')
    latencies.push(performance.now() - asked)
  }
  await done
  latencies.sort((a, b) => a - b)
  return percentile({ latencies }, 0.5)
}

/** A year of finished trips of the people and trucks that are there, without numbers of their own. */
async function sheetOf(ask: (path: string) => Promise<{ data: Row[] }>): Promise<string> {
  const named = async (path: string) => (await ask(`/api/${path}?porPagina=100`)).data
  const [clientes, choferes, camiones] = [
    await named('clientes'),
    await named('choferes'),
    await named('camiones'),
  ]
  const whole = (row?: Row) => `${row?.nombre} ${row?.apellido}`
  const rows = Array.from({ length: trips }, (_, i) => [
    new Date(Date.UTC(2024, 0, 1 + (i % 365))).toISOString().slice(0, 10),
    `${String(i % 24).padStart(2, '0')}:${String(i % 60).padStart(2, '0')}`,
    whole(clientes[i % clientes.length]),
    'Flete local',
    'Cemento',
    camiones[i % camiones.length]?.placa,
    whole(choferes[i % choferes.length]),
    `Bodega ${i}`,
    'Quetzaltenango',
    `Q${1000 + (i % 500)}.50`,
    i % 20 === 0 ? 'Incidente' : 'Entregado',
  ])
  const titles = 'Fecha;Hora;Cliente;Servicio;Mercadería;Placa;Piloto;Origen;Destino;Precio;Estado'
  return [titles, ...rows.map((row) => row.join(';'))].join('\n')
}

/** 20,000 trips looked at, brought in and taken away again, and the list meanwhile. */
export async function besideImport({ product, setting }: Running) {
  const headers = { authorization: `Bearer ${setting.token}` }
  const ask = async (path: string) =>
    (await fetch(product.address + path, { headers })).json() as Promise<{ data: Row[] }>
  const send = async (path: string, body: string, type: string) => {
    const asked = performance.now()
    const answer = await fetch(product.address + path, {
      method: 'POST',
      headers: { ...headers, 'content-type': type },
      body,
    })
    const said = (await answer.json()) as { data?: { id: number }; message: string }
    if (answer.status >= 300) throw new Error(`${path}: ${said.message}`)
    return { seconds: (performance.now() - asked) / 1000, id: said.data?.id }
  }
  const sheet = await sheetOf(ask)
  const quiet = new Promise((resolve) => setTimeout(resolve, 2000))
  const alone = await listsBeside(ask, quiet)
  const before = memoryOf(product.pid).program
  let most = before
  const watch = setInterval(() => {
    most = Math.max(most, memoryOf(product.pid).program)
  }, 100)
  const preview = await send('/api/importar/rutas', sheet, 'text/csv')
  const storing = send('/api/importar/rutas?prueba=no', sheet, 'text/csv')
  const beside = await listsBeside(ask, storing)
  const stored = await storing
  const undone = await send(`/api/importaciones/${stored.id}/deshacer`, '{}', 'application/json')
  clearInterval(watch)
  return {
    preview: preview.seconds,
    stored: stored.seconds,
    undone: undone.seconds,
    lists: beside / alone,
    memory: most - before,
  }
}
