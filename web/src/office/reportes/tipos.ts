import type { PeriodoTipo } from '@flota/contract/calendario.ts'

/** On the wire 'año' is 'anio' too, which needs no escape in an address. */
export const tipoWords: Record<PeriodoTipo, string> = { dia: 'Por Día', mes: 'Por Mes', anio: 'Por Año' }

export const palabras: Record<PeriodoTipo, { one: string; many: string }> = {
  dia: { one: 'día', many: 'días' },
  mes: { one: 'mes', many: 'meses' },
  anio: { one: 'año', many: 'años' },
}
