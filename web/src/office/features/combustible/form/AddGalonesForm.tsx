import '@flota/contract/core/zodConfig.ts'
import { cargas } from '@flota/contract/money/cargas.ts'
import { type Movimiento, movimientos } from '@flota/contract/money/movimientos.ts'
import { useEffect, useEffectEvent } from 'react'
import { useLocation } from 'wouter'
import { RecordForm } from '../../../../form/RecordForm.tsx'
import { RecordLoader } from '../../../../form/RecordLoader.tsx'
import { cargaHref } from '../../../shared/flota/cargaHrefs.ts'
import { describeGastoError } from '../../../shared/movimientos/form/gastoFields.tsx'
import { movimientoName, movimientoWords } from '../../../shared/movimientos/movimientoTexts.ts'
import { useIsCarga } from '../../../shared/movimientos/useIsCarga.ts'
import { useCloseCarga } from '../useCloseCarga.ts'
import { cargaLayout, gastoFields } from './cargaFields.ts'
import { useCargaHints } from './useCargaHints.tsx'

const words = { ...movimientoWords, edit: 'Agregar galones:' }

/** Makes a gasto Combustible a carga. */
export function AddGalonesForm({ id }: { id: string }) {
  const onClose = useCloseCarga()
  return (
    <RecordLoader<Movimiento>
      line="GET /api/movimientos/:id"
      id={id}
      title="Agregar galones"
      words={words}
      onBack={() => void onClose()}
    >
      {(row) => <GastoForm row={row} onClose={onClose} />}
    </RecordLoader>
  )
}

function GastoForm({ row, onClose }: { row: Movimiento; onClose: () => Promise<void> }) {
  const isCarga = useIsCarga(row)
  const [, navigate] = useLocation()
  const open = useEffectEvent(() => navigate(cargaHref(row.id), { replace: true }))
  useEffect(() => {
    // Another user has added them: a blank form would replace theirs.
    if (isCarga) open()
  }, [isCarga])
  if (isCarga !== false) return null
  return (
    <RecordForm
      calls={{ ...cargas, show: movimientos.show }}
      id={String(row.id)}
      fields={gastoFields}
      words={words}
      nameOf={movimientoName}
      initialFocus="camion_id"
      layout={cargaLayout}
      useHints={useCargaHints}
      refusal={(error) => describeGastoError(error, 'Error al agregar los galones')}
      onClose={onClose}
    />
  )
}
