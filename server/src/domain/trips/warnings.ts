import { formatFecha } from '@flota/contract/core/format.ts'
import { type Codigo, codigos } from '@flota/contract/records/codigos.ts'
import type { AvisoDeViaje } from '@flota/contract/trips/revision.ts'

/** A problem of a trip, as the SQL function `revisar` returns it. */
export interface Hallazgo {
  codigo: Codigo
  modo: 'avisar' | 'bloquear'
  entidad: AvisoDeViaje['entidad']
  entidad_id: number
  nombre: string
  /** Type of the document, or name of the plan, if the record is one. */
  tipo: string | null
  /** `YYYY-MM-DD`. */
  vence: string | null
  /** The cargo is exempt from the restriction. */
  exenta: boolean
  /**
   * `de` and `a`: begin and end as text. `detenida_desde`, as text, is null unless the trip is stopped. `esCopia`: a copy of
   * this trip overlaps, not the trip itself.
   */
  ruta:
    | (NonNullable<AvisoDeViaje['ruta']> & {
        de: string
        a: string
        detenida_desde: string | null
        esCopia?: boolean
      })
    | null
}

const subjectTexts: Partial<Record<Codigo, string>> = {
  CAMION_OCUPADO: 'El camión',
  PILOTO_OCUPADO: 'El piloto',
  AYUDANTE_OCUPADO: 'El ayudante',
}

function occupiedText({ codigo, nombre }: Hallazgo, ruta: NonNullable<Hallazgo['ruta']>): string {
  const subject = `${subjectTexts[codigo]} ${nombre}`
  const trip = `${ruta.esCopia ? 'la copia de ' : ''}${ruta.no_ruta}`
  if (!ruta.detenida_desde) return `${subject} ya está en ${trip} de ${ruta.de} a ${ruta.a}.`
  const article = ruta.detenida_desde.includes('/') ? 'el' : 'las'
  return `${subject} está detenido por un incidente en ${ruta.no_ruta} desde ${article} ${ruta.detenida_desde}.`
}

function warningText(hallazgo: Hallazgo): string {
  const { codigo, nombre, tipo, vence, exenta, ruta } = hallazgo
  if (ruta) return occupiedText(hallazgo, ruta)
  if (vence) return `${tipo ?? 'La licencia'} de ${nombre} vence el ${formatFecha(vence)}, antes del viaje.`
  if (codigo === 'CAMION_EN_TALLER') return `El camión ${nombre} está en el taller.`
  if (codigo === 'MANTENIMIENTO_VENCIDO') return `El camión ${nombre} tiene vencido «${tipo}».`
  return `El viaje toca la restricción «${nombre}»${exenta ? ', pero su carga está exenta' : ''}.`
}

function toWarning(hallazgo: Hallazgo): AvisoDeViaje {
  const { codigo, modo, entidad, entidad_id, exenta, ruta } = hallazgo
  const gravedad = exenta ? 'info' : modo === 'bloquear' ? 'bloqueo' : 'aviso'
  return {
    codigo,
    gravedad,
    texto: warningText(hallazgo),
    entidad,
    entidad_id,
    ...(ruta && { ruta: { id: ruta.id, no_ruta: ruta.no_ruta, desde: ruta.desde, hasta: ruta.hasta } }),
  }
}

const gravedades = ['bloqueo', 'aviso', 'info']
const warningRank = ({ gravedad, codigo }: AvisoDeViaje) =>
  gravedades.indexOf(gravedad) * codigos.length + codigos.indexOf(codigo)

/** Returns the warnings in display order: blocking ones first, then by code. */
export const toWarnings = (hallazgos: readonly Hallazgo[]): AvisoDeViaje[] =>
  hallazgos.map(toWarning).sort((a, b) => warningRank(a) - warningRank(b))
