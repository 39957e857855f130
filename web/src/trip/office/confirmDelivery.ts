import { confirm } from '../../ui/ConfirmDialog.tsx'

interface DeliverableTrip {
  estado: string
  fecha?: string | undefined
}

/** Asks before trips of a later day become Entregado. Resolves with false if the user declines. */
export async function confirmDelivery(
  estado: string,
  viajes: readonly DeliverableTrip[],
  hoy: string | undefined,
): Promise<boolean> {
  if (estado !== 'Entregado' || hoy === undefined) return true
  const future = viajes.filter(({ fecha = '', estado: before }) => fecha > hoy && before !== estado).length
  return future === 0 || confirm(questionText(future, viajes.length), undefined, 'primary')
}

function questionText(n: number, total: number): string {
  if (total === 1) return 'Este viaje es de un día que no ha llegado. ¿Marcarlo como entregado?'
  return n === 1
    ? `1 de ${total} viajes es de un día que no ha llegado. ¿Marcarlo como entregado?`
    : `${n} de ${total} viajes son de un día que no ha llegado. ¿Marcarlos como entregados?`
}
