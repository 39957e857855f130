/** Tells the time; tests bring their own. */
export type Now = () => Date
