import { saldoTexto } from '@flota/contract/dinero.ts'
import { entero } from '@flota/contract/format.ts'
import { messageOf } from '../../../../api/ApiError.ts'
import { useSave } from '../../../../api/cache/queries.ts'
import { useOnce } from '../../../../api/useIdempotencyKey.ts'
import { ask } from '../../../../ui/ConfirmDialog.tsx'
import { tell } from '../../../../ui/ResultPopup.tsx'
import { printLiquidacion } from '../printFile.ts'
import { sumasOf } from '../settlementTotals.ts'
import type { Piloto } from './usePilotoReview.ts'

const papers = (count: number) => (count === 1 ? '1 movimiento' : `${entero(count)} movimientos`)

/** Asks, settles what is ticked and offers the paper to be signed. The server refuses where the sum is not what is seen here. */
export function useLiquidar(chofer_id: number, { nombre, ultima, chosen, hasMore, rows = [] }: Piloto) {
  const create = useSave('POST /api/liquidaciones')
  const once = useOnce()
  const { saldo } = sumasOf(ultima?.saldo ?? 0, chosen)
  const waiting = rows.filter(({ estado }) => estado === 'registrado').length
  const rest = hasMore && 'Los movimientos que no caben quedan para la siguiente.'
  const detail = [
    `${papers(chosen.length)}. ${saldoTexto(saldo)}.`,
    rest,
    waiting > 0 && `Quedan ${entero(waiting)} por revisar, para la siguiente.`,
  ]
  return async () => {
    if (chosen.length === 0) return
    const body = { chofer_id, movimientos: chosen.map(({ id }) => id), saldo }
    let tellResult = () => Promise.resolve()
    const yes = await ask(
      `¿Liquidar a ${nombre}?`,
      async () => {
        try {
          const { data, message } = await once(body, (idempotencyKey) => create({ body, idempotencyKey }))
          tellResult = async () => {
            const told = [`${message}: ${data.numero}. ${saldoTexto(data.saldo)}.`, rest]
            if (await tell('success', told.filter(Boolean).join(' '), 'Imprimir'))
              await printLiquidacion(data.id)
          }
        } catch (error) {
          tellResult = async () => void (await tell('error', messageOf(error)))
        }
      },
      'primary',
      detail.filter(Boolean).join(' '),
    )
    if (yes) await tellResult()
  }
}
