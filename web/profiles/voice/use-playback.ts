import { useEffect, useRef, useState, useSyncExternalStore } from "react";
import { listenToRate, playOnly, type Rate, readRate } from "./playing.ts";

export type PlayState = "paused" | "loading" | "playing" | "failed";

/** Plays a sound of this length. Its file is asked for when it is played for the first time, not before. */
export function usePlayback(source: string, seconds: number) {
  const audio = useRef<HTMLAudioElement | null>(null);
  const [state, setState] = useState<PlayState>("paused");
  const [position, setPosition] = useState(0);
  const rate = useSyncExternalStore<Rate>(listenToRate, readRate, () => 1);
  useEffect(() => {
    const element = audio.current;
    if (element !== null) element.playbackRate = rate;
  }, [rate]);
  useEffect(
    () => () => {
      audio.current?.pause();
      audio.current = null;
    },
    [],
  );

  const create = (): HTMLAudioElement => {
    const element = new Audio();
    element.preload = "none";
    element.src = source;
    element.defaultPlaybackRate = rate;
    element.playbackRate = rate;
    const isCurrent = () => audio.current === element;
    element.ontimeupdate = () => isCurrent() && setPosition(Math.min(seconds, element.currentTime));
    element.onplaying = () => isCurrent() && setState("playing");
    element.onwaiting = () => isCurrent() && setState("loading");
    element.onpause = () => isCurrent() && setState((current) => (current === "failed" ? current : "paused"));
    element.onended = () => {
      if (!isCurrent()) return;
      setState("paused");
      setPosition(0);
    };
    element.onerror = () => {
      if (!isCurrent()) return;
      audio.current = null;
      setState("failed");
    };
    return element;
  };
  const play = async () => {
    const element = audio.current ?? create();
    audio.current = element;
    playOnly(element);
    setState("loading");
    if (Math.abs(element.currentTime - position) > 0.5 || element.ended) element.currentTime = position;
    try {
      await element.play();
    } catch (error) {
      // another one began to play meanwhile, or the member paused
      if (error instanceof DOMException && error.name === "AbortError") return;
      if (audio.current === element) {
        audio.current = null;
        setState("failed");
      }
    }
  };
  const pause = () => audio.current?.pause();
  const seek = (to: number) => {
    const next = Math.min(seconds, Math.max(0, to));
    setPosition(next);
    if (audio.current !== null) audio.current.currentTime = next;
  };
  return { state, position, rate, play, pause, seek };
}
