import { mantenimientoEstados } from '@flota/contract/estados.ts'
import { useListAddress } from '../../list/useListAddress.ts'

const isId = (text: string) => /^[1-9]\d*$/.test(text)

/** Where the screen stands: what narrows the list, its page, and the form that is open over it. */
export function useMantenimientosAddress() {
  const { address, change, closeTo } = useListAddress('', ['camion_id', 'estado', 'registro'])
  const { pagina, porPagina, buscar, camion_id, registro } = address
  const estado = mantenimientoEstados.find((each) => each === address.estado)
  return {
    pagina,
    porPagina,
    query: { buscar, camion_id: isId(camion_id) ? camion_id : '', estado },
    narrowed: Boolean(buscar || isId(camion_id) || estado),
    /** `nuevo`, the id of the record that is edited, or nothing. */
    open: registro === 'nuevo' || isId(registro) ? registro : null,
    change,
    clear: () => change({ buscar: '', camion_id: '', estado: '' }),
    openForm: (which: string) => change({ registro: which, pagina }),
    closeForm: () => closeTo({ registro: '' }),
  }
}

export type MantenimientosAddress = ReturnType<typeof useMantenimientosAddress>
