import { useEffect, useRef } from 'react'
import SignaturePad, { type PointGroup } from 'signature_pad'
import { Button } from '../../ui/Button.tsx'

/** Black on white in both themes: it is a picture of paper. */
const paperColor = 'rgb(255,255,255)'

export interface DrawnSignature {
  /** As PNG. */
  toPng: () => Promise<Blob | null>
  strokes: PointGroup[]
}

interface Props {
  /** Drawn before the phone closed the page. */
  begun: PointGroup[] | undefined
  /** Null while nothing is. */
  onDrawn: (drawn: DrawnSignature | null) => void
}

/** Where somebody signs with a finger. */
export function SignatureField({ begun, onDrawn }: Props) {
  const place = useRef<HTMLCanvasElement>(null)
  const pad = useRef<SignaturePad>(null)
  useEffect(() => {
    const canvas = place.current
    if (!canvas) return
    // Sharp enough for paper, and far below 100 kB.
    canvas.width = canvas.offsetWidth * 2
    canvas.height = canvas.offsetHeight * 2
    canvas.getContext('2d')?.scale(2, 2)
    const made = new SignaturePad(canvas, {
      backgroundColor: paperColor,
      penColor: '#000',
      minWidth: 1,
      maxWidth: 3,
    })
    pad.current = made
    const tell = () =>
      onDrawn({
        toPng: () => new Promise((resolve) => canvas.toBlob(resolve, 'image/png')),
        strokes: made.toData(),
      })
    if (begun) {
      made.fromData(begun)
      tell()
    }
    made.addEventListener('endStroke', tell)
    return () => made.off()
  }, [begun, onDrawn])
  const clearSignature = () => {
    pad.current?.clear()
    onDrawn(null)
  }
  return (
    <div className="grid gap-2">
      <p className="flex items-center justify-between font-semibold">
        Firma
        <Button look="quiet" onClick={clearSignature}>
          Borrar
        </Button>
      </p>
      <canvas
        ref={place}
        role="img"
        aria-label="Firma de quien recibe"
        style={{ height: 160 }}
        className="w-full rounded-ui border border-field"
      />
    </div>
  )
}
