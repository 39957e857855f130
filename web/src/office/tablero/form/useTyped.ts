import { isRealDate } from '@flota/contract/calendario.ts'
import type { RutaEstado } from '@flota/contract/estados.ts'
import type { Ruta } from '@flota/contract/rutas.ts'
import { sentences } from '@flota/contract/sentences.ts'
import { useState } from 'react'
import { parseHora } from '../../../form/parse.ts'
import type { Choice } from '../../../form/useCombobox.ts'
import { localOf, shifted } from '../day.ts'
import type { Asked } from '../useCambio.tsx'
import type { Changes } from '../useSaveCambio.ts'

/** What the fields hold, and what of the route it changes. */
export function useTyped({ viaje, zona, to, ruta }: Asked & { zona: string; ruta: Ruta }) {
  const start = localOf(viaje.desde, zona)
  const [day = '', time = ''] = (to?.start ?? start).split(' ')
  const [camion, setCamion] = useState<Choice>(to?.camion ?? { id: ruta.camion_id, text: ruta.camion_placa })
  const [piloto, setPiloto] = useState<Choice>(to?.piloto ?? { id: ruta.chofer_id, text: viaje.piloto })
  const [dia, setDia] = useState(day)
  const [hora, setHora] = useState(time)
  const [estado, setEstado] = useState(ruta.estado)
  const parsed = parseHora(hora)
  const begins = isRealDate(dia) && parsed ? `${dia} ${parsed.slice(0, 5)}` : null
  const wrong: Record<string, string> = {
    ...(camion.id === null && { camion_id: 'Elige un camión de la lista.' }),
    ...(piloto.id === null && { chofer_id: 'Elige un piloto de la lista.' }),
    ...(!isRealDate(dia) && { fecha: dia ? sentences.wrongDate : sentences.required }),
    ...(!parsed && { hora: hora ? 'Escribe una hora, por ejemplo 8:30.' : sentences.required }),
  }
  const changes: Changes | null =
    camion.id !== null && piloto.id !== null && begins
      ? { camion_id: camion.id, chofer_id: piloto.id, ...(begins !== start && shifted(ruta, start, begins)) }
      : null
  return {
    choice: { camion: [camion, setCamion], piloto: [piloto, setPiloto] },
    dia: [dia, setDia],
    hora: [hora, setHora],
    // Chosen from the words themselves.
    estado: [estado as RutaEstado, setEstado],
    wrong,
    changes,
    changed:
      camion.id !== ruta.camion_id ||
      piloto.id !== ruta.chofer_id ||
      begins !== start ||
      estado !== ruta.estado,
  } as const
}
