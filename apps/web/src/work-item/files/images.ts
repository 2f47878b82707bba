import { useQuery } from '@tanstack/preact-query';
import type { RefObject } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { Refusal } from '../../api/refusal.js';
import { itemKey, type ItemPlace } from '../work-item.js';
import { NoImage, readImage } from './attachments.js';

/** The images of a Work Item in the cache. */
export const imagesKey = (place: ItemPlace) => [...itemKey(place), 'image'] as const;

/** `gone`: the Work Item has no such attachment. `other`: it is not an image that is shown. `unread`: it could not be read. */
export type ImageProblem = 'gone' | 'other' | 'unread';

/** An attachment as an image: `address` is a `blob:` of this page, made of bytes that are an image for certain. */
export function useImage(place: ItemPlace, id: string, isWanted: boolean) {
  const { data, error } = useQuery({
    queryKey: [...imagesKey(place), id],
    queryFn: ({ signal }) => readImage(place, id, signal),
    enabled: isWanted,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const address = useObjectAddress(data?.content);
  return { address: error ? undefined : address, problem: error ? problemOf(error) : undefined };
}

function problemOf(error: Error): ImageProblem {
  if (error instanceof NoImage) return 'other';
  return error instanceof Refusal && [400, 404].includes(error.status) ? 'gone' : 'unread';
}

/** The address of bytes on this page. */
export function useObjectAddress(content: Blob | undefined): string | undefined {
  const [address, setAddress] = useState<string>();
  useEffect(() => {
    if (!content) return undefined;
    const made = URL.createObjectURL(content);
    setAddress(made);
    return () => {
      URL.revokeObjectURL(made);
    };
  }, [content]);
  return content && address;
}

/** True from when the element is within a screen of the window. */
export function useNear(element: RefObject<Element | null>): boolean {
  const [isNear, setNear] = useState(false);
  useEffect(() => {
    if (!element.current) return undefined;
    const observer = new IntersectionObserver(
      (entries) => {
        if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
        setNear(true);
        observer.disconnect();
      },
      { rootMargin: '100% 0px', scrollMargin: '100% 0px' },
    );
    observer.observe(element.current);
    return () => {
      observer.disconnect();
    };
  }, []);
  return isNear;
}
