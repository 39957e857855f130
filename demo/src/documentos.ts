import type { DocumentoEntidad } from '@flota/contract/records/estados.ts'
import { displayName } from './availability.ts'
import { fechaOf } from './calendar.ts'
import type { Demo } from './company.ts'
import type { Random } from './random.ts'

/** As the migration seeds them. */
export interface DemoTipo {
  id: number
  nombre: string
  aplica: DocumentoEntidad
}

interface DocumentoPattern {
  /** How many of ten have it. */
  share: number
  /** Of how many days a paper is. */
  days: number
  number: string
}

/** By the names of the types; of any other nobody has one. */
const documentoPatterns: Readonly<Record<string, DocumentoPattern>> = {
  'Tarjeta de circulación': { share: 10, days: 365, number: 'TC' },
  Seguro: { share: 10, days: 365, number: 'POL' },
  'Certificado de limitador de velocidad': { share: 6, days: 365, number: 'CLV' },
  'Revisión mecánica': { share: 7, days: 180, number: 'RM' },
  'Permiso de pesos y dimensiones': { share: 4, days: 365, number: 'PPD' },
  'Antecedentes penales': { share: 8, days: 180, number: 'AP' },
  'Antecedentes policíacos': { share: 8, days: 180, number: 'APO' },
}

/** What everybody has to have; one truck lacks it. */
export const obligatorio = 'Seguro'

/** Insurances to look after, in days from today: two have expired, three expire within the month. */
const insuranceExpiryOffsetsDays = [-9, 5, 12, 26, -1]

/** The papers of all trucks, pilots and helpers, and those that they renewed, with the older one first. */
export function makeDocumentos(random: Random, demo: Demo, tipos: readonly DemoTipo[]) {
  const { today } = demo
  let id = 0
  return tipos.flatMap((tipo) => {
    const habit = documentoPatterns[tipo.nombre]
    if (!habit) return []
    const { share, days, number } = habit
    return demo[tipo.aplica].flatMap((one, i) => {
      const lacks =
        tipo.nombre === obligatorio ? i === insuranceExpiryOffsetsDays.length : !random.happens(share / 10)
      if (one.gone || lacks) return []
      const expiryOffsetDays = tipo.nombre === obligatorio ? insuranceExpiryOffsetsDays[i] : undefined
      const vence = today + (expiryOffsetDays ?? random.between(31, days - 20))
      const paper = (nth: number, ends: number, next: number | null) => ({
        id: nth,
        tipo_id: tipo.id,
        tipo: tipo.nombre,
        entidad: tipo.aplica,
        entidad_id: one.id,
        nombre: displayName(one),
        numero: `${number}-${random.between(10_000, 99_999)}`,
        issued: ends - days,
        emitido: fechaOf(ends - days),
        vence: fechaOf(ends),
        reemplazado_por: next,
        /** When it was replaced. */
        renewed: next === null ? undefined : vence - days + 1,
      })
      id += 1
      if (vence - days < today - 300 || !random.happens(0.6)) return [paper(id, vence, null)]
      id += 1
      return [paper(id - 1, vence - days + random.between(0, 9), id), paper(id, vence, null)]
    })
  })
}
