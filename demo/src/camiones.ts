import type { Random } from './random.ts'
import type { TipoCamion } from './servicios.ts'
import type { Working } from './working.ts'

export interface Camion extends Working {
  placa: string
  marca: string
  modelo: string
  color: string
  tipo: TipoCamion
  tarjeta_circulacion: string
  /** Kilometres that it drives with a gallon, and that it has driven so far. */
  rendimiento: number
  kilometraje: number
}

const fleet: TipoCamion[] = [
  'Cabezal',
  'Camión',
  'Panel',
  'Cabezal',
  'Furgón refrigerado',
  'Cabezal',
  'Camión',
  'Cabezal',
  'Camión',
  'Panel',
]

const kinds: Record<TipoCamion, { rendimiento: number; models: [string, string][] }> = {
  Cabezal: {
    rendimiento: 9.5,
    models: [
      ['Freightliner', 'Cascadia'],
      ['Kenworth', 'T680'],
      ['International', 'LT625'],
      ['Mack', 'Anthem'],
    ],
  },
  Camión: {
    rendimiento: 15,
    models: [
      ['Freightliner', 'M2 106'],
      ['Hino', '500'],
      ['Isuzu', 'FTR'],
    ],
  },
  'Furgón refrigerado': {
    rendimiento: 14,
    models: [
      ['Hino', '300'],
      ['Isuzu', 'NQR'],
    ],
  },
  Panel: {
    rendimiento: 27,
    models: [
      ['Toyota', 'Hiace'],
      ['Hyundai', 'H1'],
      ['Nissan', 'Urvan'],
    ],
  },
}
const colors = ['Blanco', 'Blanco', 'Rojo', 'Azul', 'Gris', 'Verde', 'Amarillo']
// Plates of Guatemala have no vowels.
const letters = 'BCDFGHJKLMNPQRSTVWXYZ'.split('')

function aPlaca(random: Random, taken: Set<string>): string {
  for (;;) {
    const digits = String(random.between(0, 999)).padStart(3, '0')
    const placa = `C-${digits}${random.of(letters)}${random.of(letters)}${random.of(letters)}`
    if (taken.has(placa)) continue
    taken.add(placa)
    return placa
  }
}

/** The one that stands in the workshop today. */
export const inWorkshop = 4

/** `n` trucks, one of them in the workshop since yesterday, and one that was sold. */
export function makeCamiones(random: Random, today: number, n: number): Camion[] {
  const taken = new Set<string>()
  return Array.from({ length: n + 1 }, (_, i) => {
    const tipo = fleet[i % fleet.length] ?? 'Camión'
    const { rendimiento, models } = kinds[tipo]
    const [marca, modelo] = random.of(models)
    const broken = i + 1 === inWorkshop ? today - 2 : Number.POSITIVE_INFINITY
    return {
      id: i + 1,
      placa: aPlaca(random, taken),
      marca,
      modelo,
      color: random.of(colors),
      tipo,
      tarjeta_circulacion: `TC-${String(random.between(100_000, 999_999))}`,
      rendimiento: rendimiento * (0.92 + random.next() * 0.16),
      kilometraje: random.between(15_000, 260_000),
      first: i > 7 && random.happens(0.15) ? today - random.between(40, 600) : 0,
      last: i === n ? today - 200 : broken,
      free: 0,
    }
  })
}
