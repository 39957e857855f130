import { mantenimientoEstados } from '@flota/contract/estados.ts'
import { useState } from 'react'
import { Choose } from '../../list/Choose.tsx'
import { SearchField } from '../../list/SearchField.tsx'
import { Button } from '../../ui/Button.tsx'
import { CamionFilter } from './CamionFilter.tsx'
import type { MantenimientosAddress } from './useMantenimientosAddress.ts'

const estados: Record<string, string> = {
  '': 'Todos',
  ...Object.fromEntries(mantenimientoEstados.map((estado) => [estado, estado])),
}

/** What stands above the list: what to search, of which truck, in which state. */
export function MantenimientosTools({ address }: { address: MantenimientosAddress }) {
  const { query, change, clear } = address
  const [cleared, setCleared] = useState(0)
  return (
    <div className="flex flex-wrap items-end gap-3">
      <SearchField
        key={`texto ${cleared}`}
        label="Buscar por descripción, taller o placa"
        value={query.buscar}
        onSearch={(buscar) => buscar !== query.buscar && change({ buscar })}
      />
      <CamionFilter
        key={`camión ${cleared}`}
        id={query.camion_id}
        onChange={(camion_id) => change({ camion_id })}
      />
      <Choose
        label="Estado"
        value={query.estado ?? ''}
        words={estados}
        onChange={(estado) => change({ estado })}
      />
      <Button
        onClick={() => {
          // Also what is still being typed goes.
          setCleared(cleared + 1)
          clear()
        }}
      >
        Limpiar
      </Button>
    </div>
  )
}
