import type { Plan } from '@flota/contract/fleet/planes.ts'
import { expect, test } from 'vitest'
import { dayAndKm, duePart, intervalText, planText } from './planTexts.ts'

const plan = (changes: Partial<Plan>): Plan => ({
  id: 1,
  version: 1,
  creado_en: '',
  actualizado_en: '',
  camion_id: 7,
  camion: 'C-494CFH',
  nombre: 'Cambio de aceite',
  cada_km: 10_000,
  cada_dias: 180,
  aviso_km: 500,
  aviso_dias: 15,
  desde_fecha: '2026-06-01',
  desde_km: 95_000,
  activo: true,
  ultimo_id: null,
  ultimo_fecha: '2026-06-01',
  ultimo_km: 95_000,
  proximo_km: 105_000,
  proxima_fecha: '2026-11-28',
  falta_km: 400,
  dias: 60,
  estado: 'por_vencer',
  sin_km: false,
  abierto_id: null,
  ...changes,
})

test('planText: names the part that stands worse, of equals the kilometres', () => {
  expect(planText(plan({}))).toBe('Faltan 400 km')
  expect(planText(plan({ falta_km: 1 }))).toBe('Falta 1 km')
  expect(planText(plan({ falta_km: -350 }))).toBe('Se pasó por 350 km')
  expect(planText(plan({ falta_km: -350, dias: -3 }))).toBe('Se pasó por 350 km')
  expect(planText(plan({ dias: 8 }))).toBe('Faltan 400 km')
  expect(planText(plan({ falta_km: 501, dias: 8 }))).toBe('Vence en 8 días')
  expect(planText(plan({ dias: -1 }))).toBe('Venció ayer')
  expect(planText(plan({ dias: -3 }))).toBe('Venció hace 3 días')
  expect(planText(plan({ falta_km: 9000, dias: 0 }))).toBe('Vence hoy')
  expect(planText(plan({ falta_km: 9000, dias: 1 }))).toBe('Vence mañana')
})

test('planText: asks for the kilometres of the last service unless the days are due', () => {
  const unknown = { sin_km: true, falta_km: null, proximo_km: null }
  expect(planText(plan({ ...unknown, dias: null, cada_dias: null }))).toBe(
    'Falta el kilometraje del último servicio',
  )
  expect(planText(plan({ ...unknown, dias: 100 }))).toBe('Falta el kilometraje del último servicio')
  expect(planText(plan({ ...unknown, dias: 15 }))).toBe('Vence en 15 días')
})

test('duePart: says how much of the interval is used', () => {
  expect(duePart(plan({ falta_km: 2500 }))?.used).toBe(0.75)
  expect(duePart(plan({ falta_km: -1000 }))?.used).toBe(1.1)
  expect(duePart(plan({ falta_km: null, dias: null }))).toBeNull()
})

test('dayAndKm, intervalText: omit what is unknown', () => {
  expect(dayAndKm('2026-11-25', 105_350)).toBe('25/11/2026 · 105,350 km')
  expect(dayAndKm('2026-11-25', null)).toBe('25/11/2026')
  expect(dayAndKm(null, 6010)).toBe('6,010 km')
  expect(intervalText(plan({}))).toBe('Cada 10,000 km o 180 días')
  expect(intervalText(plan({ cada_km: null, cada_dias: 1 }))).toBe('Cada 1 día')
})
