import { stripRutaPrefix } from '@flota/contract/core/format.ts'
import { Button } from '../../ui/Button.tsx'
import { InfoDialog } from '../InfoDialog.tsx'
import type { DialogProps } from './dialogProps.ts'

/** Leads to the dialogs of a trip that the pilot needs less often. */
export const MoreDialog = ({ ruta, onShow, onClose }: DialogProps) => (
  <InfoDialog title="Más" ruta={ruta} onClose={onClose}>
    <div className="mt-4 grid gap-3">
      {(['Horas', 'Historial', 'Hoja'] as const).map((name) => (
        <Button
          key={name}
          aria-label={`${name} de la ruta ${stripRutaPrefix(ruta.no_ruta)}`}
          onClick={() => onShow(name)}
          className="py-4 text-base"
        >
          {name}
        </Button>
      ))}
    </div>
  </InfoDialog>
)
