// Imported before everything else: modules that keep a function of Node's then keep one that is counted.
import { watchOutsideWork } from './outside-work.ts'

watchOutsideWork()
