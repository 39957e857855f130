import { saldoText } from '@flota/contract/dinero.ts'
import { formatInteger } from '@flota/contract/format.ts'
import { messageOf } from '../../../../api/ApiError.ts'
import { useSave } from '../../../../api/cache/queries.ts'
import { useIdempotencyKey } from '../../../../api/useIdempotencyKey.ts'
import { confirm } from '../../../../ui/ConfirmDialog.tsx'
import { showResult } from '../../../../ui/ResultPopup.tsx'
import { printLiquidacion } from '../printFile.ts'
import { computeTotals } from '../settlementTotals.ts'
import type { PilotoReview } from './usePilotoReview.ts'

const movimientosText = (count: number) =>
  count === 1 ? '1 movimiento' : `${formatInteger(count)} movimientos`

/**
 * Confirms, settles the selected movements and offers to print the settlement. The server rejects a balance
 * that differs from the shown one.
 */
export function useSettle(chofer_id: number, { nombre, ultima, chosen, hasMore, rows = [] }: PilotoReview) {
  const create = useSave('POST /api/liquidaciones')
  const once = useIdempotencyKey()
  const { saldo } = computeTotals(ultima?.saldo ?? 0, chosen)
  const waiting = rows.filter(({ estado }) => estado === 'registrado').length
  const rest = hasMore && 'Los movimientos que no caben quedan para la siguiente.'
  const detail = [
    `${movimientosText(chosen.length)}. ${saldoText(saldo)}.`,
    rest,
    waiting > 0 && `Quedan ${formatInteger(waiting)} por revisar, para la siguiente.`,
  ]
  return async () => {
    if (chosen.length === 0) return
    const body = { chofer_id, movimientos: chosen.map(({ id }) => id), saldo }
    let tellResult = () => Promise.resolve()
    const yes = await confirm(
      `¿Liquidar a ${nombre}?`,
      async () => {
        try {
          const { data, message } = await once(body, (idempotencyKey) => create({ body, idempotencyKey }))
          tellResult = async () => {
            const resultText = [`${message}: ${data.numero}. ${saldoText(data.saldo)}.`, rest]
            if (await showResult('success', resultText.filter(Boolean).join(' '), 'Imprimir'))
              await printLiquidacion(data.id)
          }
        } catch (error) {
          tellResult = async () => void (await showResult('error', messageOf(error)))
        }
      },
      'primary',
      detail.filter(Boolean).join(' '),
    )
    if (yes) await tellResult()
  }
}
