import { isRealDate } from '@flota/contract/core/calendar.ts'
import { useSearchParams } from 'wouter'
import { type TripFilter, tripFilters } from './boardRows.ts'

export type BoardView = 'camiones' | 'pilotos' | 'semana'

export function useBoardAddress(hoy: string | undefined) {
  const [search, setSearch] = useSearchParams()
  const param = search.get('fecha') ?? ''
  const fecha = isRealDate(param) ? param : undefined
  const set = (values: Record<string, string>) =>
    setSearch((before) => {
      const after = new URLSearchParams(before)
      for (const [name, value] of Object.entries(values))
        if (value) after.set(name, value)
        else after.delete(name)
      return after
    })
  return {
    fecha,
    pilotos: search.get('filas') === 'pilotos',
    semana: search.get('vista') === 'semana',
    solo: tripFilters.find((each) => each === search.get('solo')) ?? ('' as const),
    goToDay: (day: string) => set({ fecha: day === hoy ? '' : day }),
    show: (view: BoardView) =>
      set({ filas: view === 'pilotos' ? view : '', vista: view === 'semana' ? view : '' }),
    filter: (solo: TripFilter) => set({ solo }),
  }
}
