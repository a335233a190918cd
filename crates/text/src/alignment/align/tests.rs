//! The alignment against the slow obvious one, and beyond its bound.

use proptest::prelude::*;

use super::*;

/// The length of a longest common subsequence, cell by cell.
fn slow(left: &[u64], right: &[u64]) -> usize {
    let mut row = vec![0; right.len() + 1];
    for a in left {
        let mut diagonal = 0;
        for (j, b) in right.iter().enumerate() {
            let above = row[j + 1];
            row[j + 1] = if a == b {
                diagonal + 1
            } else {
                above.max(row[j])
            };
            diagonal = above;
        }
    }
    row[right.len()]
}

fn length(blocks: &[MatchingBlock]) -> usize {
    blocks.iter().map(|block| block.len).sum()
}

/// Blocks hold equal words, ascend on both sides, and do not touch.
fn assert_valid(blocks: &[MatchingBlock], left: &[u64], right: &[u64]) {
    for &MatchingBlock {
        left: i,
        right: j,
        len,
    } in blocks
    {
        assert!(len > 0 && left[i..i + len] == right[j..j + len]);
    }
    for pair in blocks.windows(2) {
        let (i, j) = (pair[0].left + pair[0].len, pair[0].right + pair[0].len);
        assert!(i <= pair[1].left && j <= pair[1].right && (i, j) != (pair[1].left, pair[1].right));
    }
}

/// The blocks of the longest common subsequence that a walk back through the whole table meets, as the
/// exact solution defines it; parts that are equal at either end come first.
fn slow_blocks(left: &[u64], right: &[u64]) -> Vec<MatchingBlock> {
    let equal = |(a, b): &(&u64, &u64)| a == b;
    let head = left.iter().zip(right).take_while(equal).count();
    let (n, m) = (left.len() - head, right.len() - head);
    let ends = left[head..].iter().rev().zip(right[head..].iter().rev());
    let tail = ends.take_while(equal).count();
    let (n, m) = (n - tail, m - tail);
    let common = |i: usize, j: usize| slow(&left[head..head + i], &right[head..head + j]);
    let mut kept: Vec<(usize, usize)> = (0..tail)
        .rev()
        .map(|k| (head + n + k, head + m + k))
        .collect();
    let (mut row, mut column) = (n, m);
    while row > 0 && column > 0 {
        if common(row, column) == common(row, column - 1) {
            column -= 1;
        } else if common(row - 1, column) > common(row - 1, column - 1) {
            row -= 1;
        } else {
            (row, column) = (row - 1, column - 1);
            kept.push((head + row, head + column));
        }
    }
    kept.extend((0..head).rev().map(|k| (k, k)));
    let mut blocks: Vec<MatchingBlock> = Vec::new();
    for (left, right) in kept.into_iter().rev() {
        match blocks.last_mut() {
            Some(last) if (last.left + last.len, last.right + last.len) == (left, right) => {
                last.len += 1;
            }
            _ => blocks.push(MatchingBlock {
                left,
                right,
                len: 1,
            }),
        }
    }
    blocks
}

fn words(letters: u64, len: usize) -> impl Strategy<Value = Vec<u64>> {
    prop::collection::vec(0..letters, 0..len)
}

/// A sequence without a word twice, and the same with every seventh word replaced.
fn edited(len: u64) -> [Sequence; 2] {
    let there: Vec<u64> = (0..len).collect();
    let back = there
        .iter()
        .map(|&word| if word % 7 == 3 { word + len } else { word });
    [there.clone().into(), back.collect::<Vec<u64>>().into()]
}

proptest! {
    #[test]
    fn blocks_are_those_of_the_whole_table(left in words(9, 24), right in words(14, 24)) {
        let found = align(&left.clone().into(), &right.clone().into());
        prop_assert_eq!(found, slow_blocks(&left, &right));
    }

    #[test]
    fn is_as_long_as_the_slow_one_and_so_is_its_mirror_image(left in words(6, 150), right in words(6, 150)) {
        let expected = slow(&left, &right);
        let mirrored = |words: &[u64]| Sequence::from(words.iter().rev().copied().collect::<Vec<_>>());
        let backwards = align(&mirrored(&left), &mirrored(&right));
        let there = align(&left.clone().into(), &right.clone().into());
        let back = align(&right.clone().into(), &left.clone().into());
        assert_valid(&there, &left, &right);
        prop_assert_eq!(length(&there), expected);
        prop_assert_eq!(length(&back), expected);
        prop_assert_eq!(length(&backwards), expected);
    }

    #[test]
    fn beyond_the_bound_it_is_a_common_subsequence_all_the_same(
        left in words(40, 120),
        right in words(40, 120),
        exact in 0usize..200,
    ) {
        let blocks = align_within(&left.clone().into(), &right.clone().into(), exact);
        assert_valid(&blocks, &left, &right);
        prop_assert!(length(&blocks) <= slow(&left, &right));
        prop_assert_eq!(&blocks, &align_within(&left.into(), &right.into(), exact));
    }

    #[test]
    fn chains_ascend_and_none_is_longer(order in Just((0..30usize).collect::<Vec<_>>()).prop_shuffle()) {
        let pairs: Vec<_> = order.iter().copied().zip(0..).collect();
        let chain = increasing(&pairs);
        prop_assert!(chain.windows(2).all(|pair| pair[0].0 < pair[1].0 && pair[0].1 < pair[1].1));
        let sorted: Vec<u64> = (0..30).collect();
        let order: Vec<u64> = order.into_iter().map(|i| i as u64).collect();
        prop_assert_eq!(chain.len(), slow(&order, &sorted));
    }
}

#[test]
fn anchors_give_near_duplicates_of_any_length_in_full() {
    let [left, right] = edited(700);
    let exact = align(&left, &right);
    assert_eq!(length(&exact), 600);
    assert_eq!(align_within(&left, &right, 64), exact);
}

#[test]
fn without_an_anchor_a_part_too_large_counts_as_replaced() {
    let there = Sequence::from([vec![1], [5, 6].repeat(50), vec![2]].concat());
    let back = Sequence::from([vec![1], [6, 6, 6, 5].repeat(50), vec![2]].concat());
    let ends = [(0, 0), (101, 201)].map(|(left, right)| MatchingBlock {
        left,
        right,
        len: 1,
    });
    assert_eq!(align_within(&there, &back, 64), ends);
}

#[test]
fn long_documents_take_a_bounded_number_of_steps() {
    let [left, right] = edited(30_000);
    assert_eq!(
        length(&align(&left, &right)),
        left.words().iter().filter(|&&word| word % 7 != 3).count()
    );
}
