import { useEffect, useLayoutEffect, useRef } from 'react'

/** Returns functions that call the latest `act`: after a pause in calls, or at once. Unmounting cancels it. */
export function useDelayedCall<T>(act: (value: T) => void, delayMs: number) {
  const latest = useRef(act)
  useLayoutEffect(() => {
    latest.current = act
  })
  const timer = useRef<number>(undefined)
  useEffect(() => () => window.clearTimeout(timer.current), [])
  const callNow = (value: T) => {
    window.clearTimeout(timer.current)
    latest.current(value)
  }
  const callLater = (value: T) => {
    window.clearTimeout(timer.current)
    timer.current = window.setTimeout(() => callNow(value), delayMs)
  }
  return { callNow, callLater }
}
