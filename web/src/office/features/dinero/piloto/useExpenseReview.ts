import type { Movimiento } from '@flota/contract/money/movimientos.ts'
import { useEffect, useEffectEvent, useState } from 'react'
import { useLocation } from 'wouter'
import { focusRow, rowIndexOf } from '../../../../list/rowFocus.ts'
import { usePageShortcuts } from '../../../../ui/usePageShortcuts.ts'
import { editMovimientoHref } from '../../../shared/movimientos/hrefs.ts'
import { useMovementActions } from '../../../shared/movimientos/useMovementActions.ts'
import type { PilotoReview } from './usePilotoReview.ts'

const isUnreviewed = ({ estado }: Movimiento) => estado === 'registrado'

/** Returns the index of the next unreviewed row; after the last one continues at the top. */
function nextUnreviewed(rows: readonly Movimiento[], from: number): number {
  const below = rows.findIndex((row, index) => index > from && isUnreviewed(row))
  return below >= 0 ? below : rows.findIndex((row, index) => index !== from && isUnreviewed(row))
}

/** Approves and rejects receipts, and moves the focus to the next row. */
export function useExpenseReview(piloto: PilotoReview, rows: readonly Movimiento[]) {
  const [announcement, setAnnouncement] = useState('')
  const goTo = (id: number | undefined) => focusRow(rows.findIndex((each) => each.id === id))
  /** Returns the id of the next row, or of the previous one after the last row. */
  const after = (row: Movimiento) => {
    const at = rows.findIndex(({ id }) => id === row.id)
    return (rows[at + 1] ?? rows[at - 1])?.id
  }
  const [next, setNext] = useState<number>()
  const { approve, reasonRequest, ...actions } = useMovementActions((saved, message) => {
    piloto.put(saved)
    setAnnouncement(message)
    if (saved.estado === 'anulado') setNext(after(saved))
  })
  const goOn = useEffectEvent(() => {
    if (next !== undefined) goTo(next)
  })
  const rejecting = reasonRequest !== null
  // The closing dialog returns the focus to its row, which is about to disappear.
  useEffect(() => {
    if (!rejecting) goOn()
  }, [rejecting])
  const reject = (row: Movimiento) => {
    setNext(undefined)
    actions.reject(row)
  }
  const approveAndGoOn = async (row: Movimiento) => {
    if (!isUnreviewed(row)) return
    piloto.approving(row, true)
    const at = rows.findIndex(({ id }) => id === row.id)
    const next = nextUnreviewed(rows, at)
    if (next >= 0) focusRow(next)
    else goTo(after(row))
    await approve(row)
    piloto.approving(row, false)
  }
  return { approve: (row: Movimiento) => void approveAndGoOn(row), reject, announcement, reasonRequest }
}

type ReviewActions = Pick<ReturnType<typeof useExpenseReview>, 'approve' | 'reject'>

/** Arrow keys move between rows. A approves the focused row or goes to the next unreviewed one, R rejects, space selects and E edits. */
export function useExpenseReviewShortcuts(
  piloto: PilotoReview,
  rows: readonly Movimiento[],
  actions: ReviewActions | undefined,
) {
  const [, navigate] = useLocation()
  const onRow = (act: (row: Movimiento) => void) => (from: Element) => {
    const row = rows[rowIndexOf(from)]
    if (!row) return false
    act(row)
    return true
  }
  usePageShortcuts({
    arrowdown: (from) => focusRow(rowIndexOf(from) + 1),
    arrowup: (from) => focusRow(rowIndexOf(from) - 1),
    ...(actions && {
      a: (from) => {
        const at = rowIndexOf(from)
        const row = rows[at]
        if (!row || !isUnreviewed(row)) return focusRow(nextUnreviewed(rows, at))
        return actions.approve(row)
      },
      r: onRow((row) => row.estado !== 'anulado' && actions.reject(row)),
      e: onRow(({ id }) => navigate(editMovimientoHref(id))),
      ' ': onRow((row) => {
        const on = !piloto.chosen.some(({ id }) => id === row.id)
        if (piloto.tickable.some(({ id }) => id === row.id)) piloto.tick([row], on)
      }),
    }),
  })
}
