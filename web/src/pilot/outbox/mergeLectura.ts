import type { MiExpediente, MisRutas } from '../misRutas.ts'

/** Returns the read trips; keeps one that a send has updated meanwhile. */
export function mergeLectura(read: MisRutas, before: MisRutas | null): MisRutas {
  const newest = (rutas: MisRutas['rutas']) =>
    rutas.map(
      (ruta) => before?.rutas.find(({ id, version }) => id === ruta.id && version > ruta.version) ?? ruta,
    )
  return {
    ...read,
    rutas: newest(read.rutas),
    ultimas: newest(read.ultimas ?? []),
    expedientes: read.expedientes.map((each) => newerExpediente(each, before?.expedientes ?? [])),
  }
}

function newerExpediente(read: MiExpediente, stored: readonly MiExpediente[]): MiExpediente {
  const before = stored.find(({ ruta_id }) => ruta_id === read.ruta_id) ?? read
  return {
    ...read,
    tiempos: before.tiempos.version > read.tiempos.version ? before.tiempos : read.tiempos,
    entrega: before.entrega.version > read.entrega.version ? before.entrega : read.entrega,
  }
}
